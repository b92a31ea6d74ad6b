// Fields for the parameters of a scenario. `values` has only the values that differ from the defaults.

import type { CatalogueEntry } from '../../client/states.ts'
import type { ParameterRule, Value } from '../../scenarios/parameters.ts'
import type { Values } from '../snippets.ts'
import { Select } from './controls.tsx'

interface ScenarioFieldsProps {
  readonly scenario: CatalogueEntry
  readonly values: Values
  readonly onChange: (values: Values) => void
}

export function ScenarioFields({ scenario, values, onChange }: ScenarioFieldsProps) {
  const set = (name: string, value: Value | undefined, rule: ParameterRule) => {
    const { [name]: _, ...others } = values
    onChange(value === undefined || (value === rule.default && rule.defaultFor === undefined) ? others : { ...others, [name]: value })
  }
  return (
    <div class="fields">
      {Object.entries(scenario.parameters).map(([name, rule]) => (
        <label key={name} class={rule.type === 'boolean' ? 'line' : ''}>
          <span>
            <b>{name}</b> {rule.description}
          </span>
          <Field rule={rule} value={values[name]} onChange={(value) => set(name, value, rule)} />
        </label>
      ))}
    </div>
  )
}

interface FieldProps {
  readonly rule: ParameterRule
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

function Field({ rule: { type, enum: choices, default: usual, minimum, maximum }, value, onChange }: FieldProps) {
  if (type === 'boolean')
    return <input type="checkbox" checked={(value ?? usual) === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  if (choices) return <Select value={String(value ?? usual)} choices={choices.map(String)} onChange={onChange} />
  const shown = { placeholder: String(usual), value: value === undefined ? '' : String(value) }
  if (type === 'string') return <input {...shown} onInput={(event) => onChange(event.currentTarget.value || undefined)} />
  return (
    <input
      {...shown}
      type="number"
      step={type === 'integer' ? 1 : 'any'}
      min={minimum}
      max={maximum}
      onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : Number(text))}
    />
  )
}
