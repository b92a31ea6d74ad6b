// The list of the worlds, the last used first. Worlds that nobody has used for ten minutes are folded.

import { useSignal } from '@preact/signals'
import type { WorldState } from '../../ground/generated/control.ts'
import { isWorldName } from '../../ground/world-name.ts'
import { Folded, renderSeconds, SearchField } from '../parts.tsx'
import { renderRoute } from '../route.ts'
import { listedAt, world, worlds } from '../state.ts'

const IDLE_SECONDS = 600

export function WorldList() {
  const text = useSignal('')
  const known = worlds.value ?? []
  const matching = known.filter(({ name }) => name.toLowerCase().includes(text.value.toLowerCase()))
  const found = matching.toSorted((one, other) => (one.lastUse < other.lastUse ? 1 : -1))
  const isNew = isWorldName(text.value) && !known.some(({ name }) => name === text.value)
  const { idle = [], busy = [] } = Object.groupBy(found, (one) => (isIdle(one) ? 'idle' : 'busy'))
  const choose = (one: WorldState) => <Choice key={one.name} name={one.name} state={one} />
  return (
    <nav class="card worlds" aria-label="Worlds">
      <SearchField label="World" value={text.value} placeholder="Find or name a world" onInput={(name) => (text.value = name.trim())} />
      {isNew && <Choice name={text.value} />}
      {busy.map(choose)}
      {idle.length > 0 && (
        <Folded title="Idle" count={idle.length} open={text.value !== ''}>
          {idle.map(choose)}
        </Folded>
      )}
    </nav>
  )
}

const secondsSince = ({ lastUse }: WorldState) => Math.floor((Date.now() - Date.parse(lastUse)) / 1000)

const isIdle = (state: WorldState) => state.name !== world.value && marksOf(state).length === 0 && secondsSince(state) > IDLE_SECONDS

/** The scenarios of a world, and whether its clock differed from real time. */
export function marksOf({ scenarios, clock }: WorldState): readonly string[] {
  const isMoved = clock && Math.abs(Date.parse(clock.now) - listedAt.value) > 60_000
  return clock?.frozen ? [...scenarios, 'clock stopped'] : isMoved ? [...scenarios, 'clock moved'] : scenarios
}

/** Without a state, the world does not exist yet. */
function Choice({ name, state }: { name: string; state?: WorldState }) {
  const seconds = state ? secondsSince(state) : 0
  const use = state === undefined ? 'new' : state.damage !== undefined ? 'damaged' : seconds < 5 ? 'now' : `${renderSeconds(seconds)} ago`
  const marks = state ? marksOf(state) : []
  return (
    <a href={renderRoute({ view: 'worlds', place: name })} aria-current={name === world.value ? 'true' : undefined}>
      <b class="name" title={name}>
        {name}
      </b>
      <span class="dim">{use}</span>
      {marks.map((mark) => (
        <span class="badge forced">{mark}</span>
      ))}
    </a>
  )
}
