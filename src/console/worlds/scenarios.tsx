// The scenarios that are on a world, the five to start with, and the whole catalogue behind a search.

import { useSignal } from '@preact/signals'
import type { ActiveScenario, CatalogueEntry, ScenarioRequest } from '../../ground/generated/control.ts'
import type { OperationId } from '../../ground/generated/names.ts'
import { count } from '../../ground/words.ts'
import { attempt, call, type World, worldPath } from '../api.ts'
import { Button, Card, Field, Folded, readField, readValues, SearchField, Select } from '../parts.tsx'
import { catalogue, operations } from '../state.ts'

/** As in docs/start.md. */
const TO_START_WITH = ['lost-reply', 'throttled-then-ok', 'flaky', 'slow', 'unauthorized']

const ALL = 'all operations'

/** Replaces the scenarios on a world. All of them start again. */
const put = (world: string, scenarios: readonly (ActiveScenario | ScenarioRequest)[]) =>
  attempt(() => {
    const path = worldPath(world, '/scenarios')
    return scenarios.length === 0 ? call('DELETE', path) : call('PUT', path, scenarios.map(toScenarioRequest))
  })

/** The request that put a scenario on the world, without its state. */
const toScenarioRequest = ({ name, parameters, operations, steps }: ScenarioRequest) =>
  steps === undefined ? { name, parameters, operations } : { steps, operations }

export function ScenariosCard({ world }: { world: World }) {
  const { name, scenarios } = world
  return (
    <Card title="On now">
      {scenarios.length === 0 && <p class="dim">No scenario: replies are real, unless a request asks for a scenario.</p>}
      <ul class="active bare">
        {scenarios.map((scenario, index) => (
          <li class="tools" key={`${scenario.name} ${index}`}>
            <span class="badge forced">{scenario.name}</span>
            <span class="grow">
              {Object.entries(scenario.parameters ?? {}).map(([key, value]) => `${key}=${value} `)}
              {scenario.operations && `on ${scenario.operations.join(', ')} `}
              took {count(scenario.met, 'call')}
              {scenario.over && ', used up'}
            </span>
            <Button name="Remove" onClick={() => put(name, scenarios.toSpliced(index, 1))} />
          </li>
        ))}
      </ul>
      <h3>Five to start with</h3>
      <Choices world={world} of={TO_START_WITH.flatMap((wanted) => catalogue.value.find((one) => one.name === wanted) ?? [])} />
    </Card>
  )
}

/** A search opens the groups in which it finds something. */
export function Catalogue({ world }: { world: World }) {
  const text = useSignal('')
  const found = catalogue.value.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(text.value.toLowerCase()))
  return (
    <Card title="All scenarios">
      <SearchField label="Find a scenario" value={text.value} placeholder="429, timeout, id" onInput={(typed) => (text.value = typed)} />
      {[...Map.groupBy(found, ({ group = 'your own' }) => group)].map(([group, scenarios]) => (
        <Folded key={group} title={<b>{group}</b>} count={scenarios.length} open={text.value !== ''}>
          <Choices world={world} of={scenarios} />
        </Folded>
      ))}
    </Card>
  )
}

const Choices = ({ world, of }: { world: World; of: readonly CatalogueEntry[] }) => (
  <ul class="catalogue bare">
    {of.map((scenario) => (
      <Choice key={scenario.name} scenario={scenario} world={world} />
    ))}
  </ul>
)

function Choice({ scenario: { name, summary, parameters }, world }: { scenario: CatalogueEntry; world: World }) {
  const add = (form: HTMLFormElement) => {
    const operation = readField(form, 'operation') as OperationId | typeof ALL
    const added = { name, parameters: readValues(form, parameters), ...(operation !== ALL && { operations: [operation] }) }
    put(world.name, [...world.scenarios, added])
  }
  return (
    <li>
      <form method="dialog" onSubmit={({ currentTarget }) => add(currentTarget)}>
        <details>
          <summary>
            <b>{name}</b> <span class="dim">{summary}</span>
          </summary>
          <div class="choose">
            {Object.entries(parameters).map(([key, schema]) => (
              <label key={key}>
                <span>
                  <b>{key}</b> {schema.description}
                </span>
                <Field name={key} schema={schema} />
              </label>
            ))}
            <label>
              Only for
              <Select name="operation" choices={[ALL, ...operations.value.map(({ node }) => String(node.operationId))]} />
            </label>
            {world.scenarios.length > 0 && <p class="dim">The other scenarios on {world.name} start again.</p>}
          </div>
        </details>
        <Button type="submit" name="Put on" aria-label={`Put on ${world.name}: ${name}`} />
      </form>
    </li>
  )
}
