// The view of the switches: the worlds, and scenarios, clock, limits and data of the picked world.

import { call, worldPath } from '../api.ts'
import { attempt } from '../feedback.ts'
import { refreshWorlds } from '../follow.ts'
import { Button } from '../parts/button.tsx'
import { SureButton } from '../parts/sure-button.tsx'
import { world, worlds } from '../state.ts'
import { ClockCard } from './clock-card.tsx'
import { DataCard } from './data-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { ScenariosCard } from './scenarios-card.tsx'
import { WorldPicker } from './world-picker.tsx'

export function Switches() {
  const name = world.value
  const known = worlds.value?.find((one) => one.name === name)
  const isMissing = worlds.value !== undefined && known === undefined
  return (
    <div class="page wide with-worlds">
      <WorldPicker />
      <div>
        <div class="headline">
          <h1>
            Switches of <b>{name}</b>
          </h1>
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
        <div class="grid" key={name}>
          <ScenariosCard name={name} />
          {known && (
            <div>
              <ClockCard name={name} />
              <LimitsCard name={name} />
              <DataCard name={name} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/** The card for a world that does not exist. The card must not create the world before the reader asks for it. */
function Missing({ name }: { name: string }) {
  const create = () =>
    attempt(async () => {
      await call('PUT', worldPath(name))
      refreshWorlds()
    })
  return (
    <p class="card">
      There is no world <b>{name}</b> yet. Its first request creates it, or the first scenario that you put on it.{' '}
      <Button name="Create it now" onClick={() => void create()} />
    </p>
  )
}
