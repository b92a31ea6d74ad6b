// The view of the switches: the worlds to pick one, and scenarios, clock, limits and data of the picked world.

import { useSignal } from '@preact/signals'
import type { ClockState, WorldState } from '../../ground/generated/control.ts'
import { isWorldName } from '../../ground/world-name.ts'
import { attempt, call, worldPath } from '../api.ts'
import { Button, TextField } from '../parts/controls.tsx'
import { renderSeconds } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'
import { world, worlds } from '../state.ts'
import { ClockCard, LimitsCard } from './clock-and-limits.tsx'
import { DataCard } from './data-card.tsx'
import { ScenariosCard } from './scenarios-card.tsx'

export function Switches() {
  const name = world.value
  const known = worlds.value?.find((one) => one.name === name)
  const reset = () => {
    if (confirm(`Really reset ${name}? Its data and its session begin anew.`)) attempt(() => call('POST', worldPath(name, '/reset')))
  }
  return (
    <div class="page wide with-worlds">
      <WorldPicker />
      <div>
        <div class="headline">
          <h1>
            World <b>{name}</b>
          </h1>
          {known && <Button class="danger" name="Reset the world" onClick={reset} />}
        </div>
        {/* The page must not create the world before the reader asks for it. */}
        {worlds.value !== undefined && known === undefined && (
          <p class="card">
            There is no world <b>{name}</b> yet. Its first request creates it, or the first scenario that you put on it.{' '}
            <Button name="Create it now" onClick={() => attempt(() => call('PUT', worldPath(name)))} />
          </p>
        )}
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

const SHOWN = 200

function WorldPicker() {
  const text = useSignal('')
  const known = worlds.value ?? []
  const matching = known.filter(({ name }) => name.toLowerCase().includes(text.value.toLowerCase()))
  const found = matching.toSorted((one, other) => (one.lastUse < other.lastUse ? 1 : -1))
  const isNew = isWorldName(text.value) && !known.some(({ name }) => name === text.value)
  return (
    <nav class="card worlds" aria-label="Worlds">
      <TextField
        label="World"
        type="search"
        value={text.value}
        placeholder="Find or name a world"
        onInput={(name) => (text.value = name.trim())}
      />
      <ul class="bare">
        {isNew && <Choice name={text.value} />}
        {found.slice(0, SHOWN).map((one) => (
          <Choice key={one.name} name={one.name} state={one} />
        ))}
      </ul>
      {found.length > SHOWN && <p class="dim">{found.length - SHOWN} more: type a part of the name.</p>}
    </nav>
  )
}

/** Without a state, the choice is a world that does not exist yet. */
const Choice = ({ name, state }: { name: string; state?: WorldState }) => (
  <li>
    <a href={renderRoute({ view: 'switches', place: name })} aria-current={name === world.value ? 'true' : undefined}>
      <b class="name" title={name}>
        {name}
      </b>{' '}
      <span class="dim">{state ? describeUse(state) : 'new'}</span>
      {state?.clock && isSet(state.clock) && <span class="badge limited">{state.clock.frozen ? 'clock stopped' : 'clock set'}</span>}
      {state?.scenarios.map((scenario, index) => (
        <span key={index} class="badge forced">
          {scenario}
        </span>
      ))}
    </a>
  </li>
)

function describeUse({ lastUse, damage }: WorldState): string {
  if (damage !== undefined) return 'damaged'
  const seconds = Math.floor((Date.now() - Date.parse(lastUse)) / 1000)
  return seconds < 5 ? '' : `${renderSeconds(seconds)} ago`
}

/** A clock that differs from real time, apart from the time since the page was told of it. */
const isSet = ({ now, frozen }: ClockState) => frozen || Math.abs(Date.parse(now) - Date.now()) > 60_000
