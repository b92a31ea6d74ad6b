// Shows the active scenarios of a world, and the catalogue in groups, with fields for the parameters.

import { useSignal } from '@preact/signals'
import type { OperationId } from '../../../spec/names.ts'
import type { ActiveScenario, CatalogueEntry } from '../../client/states.ts'
import type { ScenarioRequest } from '../../scenarios/scenario-request.ts'
import { putScenarios } from '../api.ts'
import { attempt, useActions } from '../feedback.ts'
import { Button, Copied, Problem, TextField } from '../parts/controls.tsx'
import { ScenarioFields } from '../parts/scenario-fields.tsx'
import { Card } from '../parts/show.tsx'
import { asHeader, asPrefix, type Values } from '../snippets.ts'
import { active, catalogue, contract } from '../state.ts'

export function ScenariosCard({ name }: { name: string }) {
  const text = useSignal('')
  const found = catalogue.value.filter((one) => `${one.name} ${one.summary}`.toLowerCase().includes(text.value.toLowerCase()))
  return (
    <Card title="Scenarios">
      <Active name={name} />
      <TextField label="Find a scenario" class="wide" type="search" value={text.value} onInput={(words) => (text.value = words)} />
      {[...Map.groupBy(found, ({ group = 'your own' }) => group)].map(([group, scenarios]) => (
        <div key={group}>
          <h3>{group}</h3>
          <ul class="catalogue bare">
            {scenarios.map((scenario) => (
              <Choice key={scenario.name} scenario={scenario} name={name} />
            ))}
          </ul>
        </div>
      ))}
      {found.length === 0 && <p class="dim">No scenario matches.</p>}
    </Card>
  )
}

function Active({ name }: { name: string }) {
  const here = active.value[name] ?? []
  const put = (scenarios: readonly ActiveScenario[]) => void attempt(() => putScenarios(name, scenarios))
  if (here.length === 0) return <p class="dim">The world {name} has no scenario: replies are real, unless a request asks for a scenario.</p>
  return (
    <ul class="active bare">
      {here.map((scenario, index) => (
        <li key={`${scenario.name} ${index}`}>
          <span class="badge forced">{scenario.name}</span>
          <span class="grow">
            {Object.entries(scenario.parameters ?? {})
              .map(([key, value]) => `${key}=${value}`)
              .join(' ')}{' '}
            {scenario.operations && `on ${scenario.operations.join(', ')} `}
            <b>met {scenario.met}</b>
            {scenario.over && ', over'}
          </span>
          {scenario.over && <Button name="Again" onClick={() => put(here)} />}
          <Button name="Remove" onClick={() => put(here.filter((one) => one !== scenario))} />
        </li>
      ))}
    </ul>
  )
}

function Choice({ scenario, name }: { scenario: CatalogueEntry; name: string }) {
  const values = useSignal<Values>({})
  const operations = useSignal<readonly string[]>([])
  const toggle = (id: string) => {
    const others = operations.value.filter((one) => one !== id)
    operations.value = others.length < operations.value.length ? others : [...others, id]
  }
  const { problem, act } = useActions()
  const here = active.value[name] ?? []
  const wanted: ScenarioRequest = {
    name: scenario.name,
    ...(Object.keys(values.value).length > 0 && { parameters: values.value }),
    ...(operations.value.length > 0 && { operations: operations.value as readonly OperationId[] }),
  }
  return (
    <li>
      <details>
        <summary>
          <b>{scenario.name}</b> <span class="dim">{scenario.summary}</span>
        </summary>
        <div class="choose">
          <ScenarioFields scenario={scenario} values={values.value} onChange={(changed) => (values.value = changed)} />
          <fieldset>
            <legend>Operations (no choice means all)</legend>
            {contract.value?.operations.map(({ id }) => (
              <label class="line" key={id}>
                <input type="checkbox" checked={operations.value.includes(id)} onChange={() => toggle(id)} />
                {id}
              </label>
            ))}
          </fieldset>
          {here.length > 0 && <p class="dim">The other scenarios on {name} start again.</p>}
          <Copied name="For one request, the header" text={`Sandbox-Scenario: ${asHeader(scenario.name, values.value)}`} />
          <Copied
            name="For one client, the base URL"
            text={`${location.origin}${asPrefix(scenario.name, values.value)}${contract.value?.basePath ?? ''}`}
          />
        </div>
      </details>
      <Button
        name="Put on"
        aria-label={`Put on ${name}: ${scenario.name}`}
        onClick={() => act(() => putScenarios(name, [...here, wanted]))}
      />
      <Problem of={problem} />
    </li>
  )
}
