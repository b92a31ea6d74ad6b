// Shows the active scenarios of a world, and the catalogue in groups, with fields for the parameters.

import type { ActiveScenario } from '../../client/world-handle.ts'
import type { CatalogueEntry } from '../../ground/generated/control.ts'
import type { OperationId } from '../../ground/generated/names.ts'
import { count } from '../../ground/numbers.ts'
import { attempt, putScenarios } from '../api.ts'
import { Button, Fields, readValues } from '../parts/controls.tsx'
import { Card } from '../parts/show.tsx'
import { active, catalogue, contract } from '../state.ts'

export function ScenariosCard({ name }: { name: string }) {
  const here = active.value[name] ?? []
  const without = (scenario: ActiveScenario) => here.filter((one) => one !== scenario)
  return (
    <Card title="Scenarios">
      {here.length === 0 && <p class="dim">The world {name} has no scenario: replies are real, unless a request asks for a scenario.</p>}
      <ul class="active bare">
        {here.map((scenario, index) => (
          <li key={`${scenario.name} ${index}`}>
            <span class="badge forced">{scenario.name}</span>
            <span class="grow">
              {Object.entries(scenario.parameters ?? {}).map(([key, value]) => `${key}=${value} `)}
              {scenario.operations && `on ${scenario.operations.join(', ')} `}
              took {count(scenario.met, 'call')}
              {scenario.over && ', used up'}
            </span>
            <Button name="Remove" onClick={() => attempt(() => putScenarios(name, without(scenario)))} />
          </li>
        ))}
      </ul>
      {[...Map.groupBy(catalogue.value, ({ group = 'your own' }) => group)].map(([group, scenarios]) => (
        <div key={group}>
          <h3>{group}</h3>
          <ul class="catalogue bare">
            {scenarios.map((scenario) => (
              <Choice key={scenario.name} scenario={scenario} name={name} />
            ))}
          </ul>
        </div>
      ))}
    </Card>
  )
}

function Choice({ scenario, name }: { scenario: CatalogueEntry; name: string }) {
  const here = active.value[name] ?? []
  const { parameters } = scenario
  const put = (form: HTMLFormElement) => {
    const operations = new FormData(form).getAll('operations') as OperationId[]
    const added = { name: scenario.name, parameters: readValues(form, parameters), ...(operations.length > 0 && { operations }) }
    attempt(() => putScenarios(name, [...here, added]))
  }
  return (
    <li>
      <form method="dialog" onSubmit={({ currentTarget }) => put(currentTarget)}>
        <details>
          <summary>
            <b>{scenario.name}</b> <span class="dim">{scenario.summary}</span>
          </summary>
          <div class="choose">
            <Fields values={Object.entries(parameters)} />
            <fieldset>
              <legend>Operations (no choice means all)</legend>
              {contract.value?.operations.map(({ id }) => (
                <label class="line" key={id}>
                  <input type="checkbox" name="operations" value={id} />
                  {id}
                </label>
              ))}
            </fieldset>
            {here.length > 0 && <p class="dim">The other scenarios on {name} start again.</p>}
          </div>
        </details>
        <Button type="submit" name="Put on" aria-label={`Put on ${name}: ${scenario.name}`} />
      </form>
    </li>
  )
}
