// A chip with the number of worlds that have scenarios, and the list of these worlds. Every view shows it, because a surprising
// reply may come from a scenario.

import { count } from '../../text/count.ts'
import { renderRoute } from '../route.ts'
import { active } from '../state.ts'
import { Button } from './button.tsx'

export function ForcedWorlds() {
  const forced = Object.entries(active.value)
  return (
    <div class="forced-worlds">
      {forced.length > 0 && <Button name={`${count(forced.length, 'world')} forced ▾`} class="badge forced" popoverTarget="forced" />}
      <div popover="auto" id="forced">
        <h2>Scenarios on worlds</h2>
        <ul class="bare">
          {forced.map(([name, scenarios]) => (
            <li key={name}>
              <a href={renderRoute({ view: 'switches', place: name })}>{name}</a>
              {scenarios.map((scenario, index) => (
                <span key={index} class={`badge ${scenario.over ? '' : 'forced'}`}>
                  {scenario.name}, met {scenario.met}
                  {scenario.over && ', over'}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
