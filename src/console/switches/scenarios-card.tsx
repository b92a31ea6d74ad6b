// Shows the active scenarios of a world, and the catalogue with fields for the parameters.

import { useState } from 'preact/hooks'
import type { ActiveScenario, CatalogueEntry, ScenarioRequest } from '../../handle/handles.ts'
import { attempt, copy } from '../actions.ts'
import { call, request, worldPath } from '../api.ts'
import { refreshWorlds } from '../follow.ts'
import { ScenarioFields, type Values } from '../parts/scenario-fields.tsx'
import { asHeader, asPrefix } from '../scenario-request-text.ts'
import { active, catalogue, contract } from '../state.ts'

export function ScenariosCard({ name }: { name: string }) {
  const [text, setText] = useState('')
  const here = active.value[name] ?? []
  const found = catalogue.value.filter((one) => `${one.name} ${one.summary}`.toLowerCase().includes(text.toLowerCase()))
  return (
    <section class="card" aria-labelledby="scenarios-title">
      <h2 id="scenarios-title">Scenarios</h2>
      <Active name={name} here={here} />
      <label class="wide">
        Find a scenario
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <ul class="catalogue">
        {found.map((scenario) => (
          <li key={scenario.name}>
            <details>
              <summary>
                <b>{scenario.name}</b> <span class="dim">{scenario.summary}</span>
              </summary>
              <Choose scenario={scenario} name={name} here={here} />
            </details>
          </li>
        ))}
        {found.length === 0 && <li class="dim">No scenario matches.</li>}
      </ul>
    </section>
  )
}

/** The scenario request that put a scenario on the world, without the state of the scenario. */
const toScenarioRequest = ({ name, parameters, operations, steps }: ActiveScenario): ScenarioRequest => ({
  ...(steps === undefined ? { name, ...(parameters && { parameters }) } : { steps }),
  ...(operations && { operations }),
})

async function put(world: string, scenarioRequests: readonly ScenarioRequest[]): Promise<void> {
  await attempt(async () => {
    if (scenarioRequests.length === 0) await request('DELETE', worldPath(world, '/scenarios'))
    else await call('PUT', worldPath(world, '/scenarios'), scenarioRequests)
    refreshWorlds()
  })
}

function Active({ name, here }: { name: string; here: readonly ActiveScenario[] }) {
  if (here.length === 0) return <p class="dim">The world {name} has no scenario: replies are real, unless a request asks for a scenario.</p>
  return (
    <ul class="active">
      {here.map((scenario, index) => (
        <li key={`${scenario.name} ${index}`}>
          <span class="badge scenario">{scenario.name}</span>
          <span class="grow">
            {Object.entries(scenario.parameters ?? {})
              .map(([key, value]) => `${key}=${value}`)
              .join(' ')}{' '}
            {scenario.operations && `on ${scenario.operations.join(', ')} `}
            <b>met {scenario.met}</b>
            {scenario.over && ', over'}
          </span>
          {scenario.over && (
            <button type="button" onClick={() => void put(name, here.map(toScenarioRequest))}>
              Again
            </button>
          )}
          <button type="button" onClick={() => void put(name, here.filter((one) => one !== scenario).map(toScenarioRequest))}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  )
}

function Choose({ scenario, name, here }: { scenario: CatalogueEntry; name: string; here: readonly ActiveScenario[] }) {
  const [values, setValues] = useState<Values>({})
  const [operations, setOperations] = useState<readonly string[]>([])
  const { operations: known = [], basePath = '' } = contract.value ?? {}
  const scenarioRequest: ScenarioRequest = {
    name: scenario.name,
    ...(Object.keys(values).length > 0 && { parameters: values }),
    ...(operations.length > 0 && { operations }),
  }
  const header = `Sandbox-Scenario: ${asHeader(scenario.name, values)}`
  const base = `${location.origin}${asPrefix(scenario.name, values)}${basePath}`
  return (
    <div class="choose">
      <ScenarioFields scenario={scenario} values={values} onChange={setValues} />
      <fieldset>
        <legend>Operations (no choice means all)</legend>
        {known.map(({ id }) => (
          <label class="line" key={id}>
            <input
              type="checkbox"
              checked={operations.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setOperations(checked ? [...operations, id] : operations.filter((one) => one !== id))
              }
            />
            {id}
          </label>
        ))}
      </fieldset>
      <p class="tools">
        <button type="button" class="main" onClick={() => void put(name, [...here.map(toScenarioRequest), scenarioRequest])}>
          Put on {name}
        </button>
        {here.length > 0 && <span class="dim">The other scenarios on {name} start again.</span>}
      </p>
      <p class="tools">
        <span class="dim">For one request</span>
        <code>{header}</code>
        <button type="button" onClick={() => void copy(header, 'the header')}>
          Copy
        </button>
      </p>
      <p class="tools">
        <span class="dim">For one client, the base URL</span>
        <code>{base}</code>
        <button type="button" onClick={() => void copy(base, 'the base URL')}>
          Copy
        </button>
      </p>
    </div>
  )
}
