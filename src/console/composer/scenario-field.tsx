// A scenario for this one request, with its parameters.

import { ScenarioFields } from '../parts/scenario-fields.tsx'
import { catalogue } from '../state.ts'
import { change, draft } from './draft.ts'

export function ScenarioField() {
  const { scenario: name, parameters } = draft.value
  const scenario = catalogue.value.find((one) => one.name === name)
  return (
    <div>
      <label class="wide">
        Scenario for this request
        <select value={name} onChange={(event) => change({ scenario: event.currentTarget.value, parameters: {} })}>
          <option value="">none</option>
          {catalogue.value.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name} · {one.summary}
            </option>
          ))}
        </select>
      </label>
      {scenario && <ScenarioFields scenario={scenario} values={parameters} onChange={(values) => change({ parameters: values })} />}
    </div>
  )
}
