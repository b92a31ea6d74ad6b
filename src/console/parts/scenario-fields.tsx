// Fields for the parameters of a scenario. `values` has only the values that differ from the defaults.

import type { CatalogueEntry } from '../../handle/handles.ts'
import type { ParameterRule, Value } from '../../scenarios/parameters.ts'

export type Values = Readonly<Record<string, Value>>

export function ScenarioFields({
  scenario,
  values,
  onChange,
}: {
  scenario: CatalogueEntry
  values: Values
  onChange: (values: Values) => void
}) {
  const set = (name: string, value: Value | undefined, rule: ParameterRule) => {
    const { [name]: _, ...others } = values
    onChange(value === undefined || (value === rule.default && rule.defaultFor === undefined) ? others : { ...others, [name]: value })
  }
  return (
    <div class="fields">
      {Object.entries(scenario.parameters).map(([name, rule]) => (
        <Field key={name} name={name} rule={rule} value={values[name]} onChange={(value) => set(name, value, rule)} />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly name: string
  readonly rule: ParameterRule
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

function Field({ name, rule, value, onChange }: FieldProps) {
  const label = (
    <span>
      <b>{name}</b> {rule.description}
    </span>
  )
  if (rule.type === 'boolean') {
    return (
      <label class="line">
        <input type="checkbox" checked={(value ?? rule.default) === true} onChange={(event) => onChange(event.currentTarget.checked)} />
        {label}
      </label>
    )
  }
  if (rule.enum) {
    return (
      <label>
        {label}
        <select value={String(value ?? rule.default)} onChange={(event) => onChange(event.currentTarget.value)}>
          {rule.enum.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    )
  }
  const shown = { placeholder: String(rule.default), value: value === undefined ? '' : String(value) }
  if (rule.type === 'string') {
    return (
      <label>
        {label}
        <input {...shown} onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : text)} />
      </label>
    )
  }
  return (
    <label>
      {label}
      <input
        type="number"
        step={rule.type === 'integer' ? 1 : 'any'}
        min={rule.minimum}
        max={rule.maximum}
        {...shown}
        onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : Number(text))}
      />
    </label>
  )
}
