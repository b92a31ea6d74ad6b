// A scenario for this one request, with its parameters.

import { Select } from '../parts/choices.tsx'
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
        <Select
          value={name}
          choices={[['', 'none'], ...catalogue.value.map((one) => [one.name, `${one.name} · ${one.summary}`] as const)]}
          onChange={(chosen) => change({ scenario: chosen, parameters: {} })}
        />
      </label>
      {scenario && <ScenarioFields scenario={scenario} values={parameters} onChange={(values) => change({ parameters: values })} />}
    </div>
  )
}
