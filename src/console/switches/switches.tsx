// The view of the switches of one world: scenarios, clock, limits and data.

import { attempt } from '../actions.ts'
import { call, worldPath } from '../api.ts'
import { refreshWorlds } from '../follow.ts'
import { SureButton } from '../parts/sure-button.tsx'
import { world, worlds } from '../state.ts'
import { ClockCard } from './clock-card.tsx'
import { DataCard } from './data-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { ScenariosCard } from './scenarios-card.tsx'

const WORLD_NAME = '[A-Za-z0-9_\\-][A-Za-z0-9._\\-]{0,63}'

export function Switches() {
  const name = world.value
  const known = worlds.value?.find((one) => one.name === name)
  const isMissing = worlds.value !== undefined && known === undefined
  return (
    <div class="page wide">
      <div class="headline">
        <h1>Switches</h1>
        <label>
          World
          <input
            list="worlds"
            value={name}
            pattern={WORLD_NAME}
            maxLength={64}
            onChange={({ currentTarget: { value, validity } }) => {
              if (validity.valid && value !== '') world.value = value
            }}
          />
        </label>
        <datalist id="worlds">
          {worlds.value?.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        {known && (
          <SureButton
            name="Reset the world"
            question={`Really reset ${name}?`}
            onSure={() => void attempt(() => call('POST', worldPath(name, '/reset')))}
          />
        )}
      </div>
      {isMissing && <Missing name={name} />}
      {known?.damage !== undefined && <p class="card bad">The data of this world cannot be used: {known.damage}</p>}
      <div class="grid">
        <ScenariosCard key={name} name={name} />
        {known && (
          <div>
            <ClockCard key={name} name={name} />
            <LimitsCard key={name} name={name} />
            <DataCard key={name} name={name} />
          </div>
        )}
      </div>
    </div>
  )
}

/** The card for a world that does not exist. The card must not create the world before the reader asks for it. */
function Missing({ name }: { name: string }) {
  const make = () =>
    attempt(async () => {
      await call('PUT', worldPath(name, '/clock'), { frozen: false })
      refreshWorlds()
    })
  return (
    <p class="card">
      There is no world <b>{name}</b> yet. Its first request creates it, or the first scenario that you put on it.{' '}
      <button type="button" onClick={() => void make()}>
        Create it now
      </button>
    </p>
  )
}
