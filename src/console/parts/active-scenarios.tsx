// The active scenarios of all worlds. Every view shows them, because a surprising reply may come from a scenario.

import { navigate } from '../actions.ts'
import { active, world } from '../state.ts'

export function ActiveScenarios() {
  const all = Object.entries(active.value).flatMap(([name, list]) => list.map((scenario) => ({ name, scenario })))
  if (all.length === 0) return <span class="scenarios" />
  return (
    <ul class="scenarios" aria-label="Scenarios on worlds">
      {all.slice(0, 6).map(({ name, scenario }, index) => (
        <li key={`${name} ${index}`}>
          <button
            type="button"
            class={`badge scenario${scenario.over ? ' over' : ''}`}
            onClick={() => {
              world.value = name
              navigate({ view: 'switches', place: '' })
            }}
          >
            {name}: {scenario.name}, met {scenario.met}
            {scenario.over ? ', over' : ''}
          </button>
        </li>
      ))}
      {all.length > 6 && <li>and {all.length - 6} more</li>}
    </ul>
  )
}
