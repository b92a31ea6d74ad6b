// The fields of the composer for key, headers, body and scenario.

import { describePlace, formatJson } from '../json-text.ts'
import { Button, Select, TextField } from '../parts/controls.tsx'
import { ScenarioFields } from '../parts/scenario-fields.tsx'
import { catalogue, contract, worlds } from '../state.ts'
import { change, draft, withWorld, worldOfKey } from './draft.ts'

export function KeyFields() {
  const { key } = draft.value
  const plans = contract.value?.plans ?? []
  const world = worldOfKey(key)
  return (
    <div class="line-of">
      <TextField
        label="API key, empty for none"
        class="grow"
        isCode
        value={key}
        suggestions={[...plans.map((plan) => withWorld(`sandbox_${plan}`, world)), 'sandbox_expired', 'sandbox_revoked']}
        onInput={(text) => change({ key: text })}
      />
      <TextField
        label="World of the key"
        value={world}
        suggestions={(worlds.value ?? []).map(({ name }) => name)}
        onChange={(name) => change({ key: withWorld(key, name.trim()) })}
      />
    </div>
  )
}

export function HeaderFields() {
  const { headers } = draft.value
  const set = (at: number, name: string, value: string) => change({ headers: headers.with(at, [name, value]) })
  return (
    <fieldset class="header-fields">
      <legend>Headers</legend>
      {headers.map(([name, value], index) => (
        <div class="line-of" key={index}>
          <input
            class="mono"
            aria-label={`Name of header ${index + 1}`}
            placeholder="Name"
            value={name}
            onInput={(event) => set(index, event.currentTarget.value, value)}
          />
          <input
            class="mono grow"
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            value={value}
            onInput={(event) => set(index, name, event.currentTarget.value)}
          />
          <Button name="×" aria-label={`Remove header ${index + 1}`} onClick={() => change({ headers: headers.toSpliced(index, 1) })} />
        </div>
      ))}
      <Button name="Add a header" onClick={() => change({ headers: [...headers, ['', '']] })} />
    </fieldset>
  )
}

/** The text is sent as it is written. Numbers are not parsed, so no digit is lost. */
export function BodyField() {
  const { body, headers } = draft.value
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value))
  const { fault, pretty } = formatJson(body)
  return (
    <div>
      <label class="wide">
        Body
        <textarea
          rows={Math.min(16, Math.max(3, body.split('\n').length))}
          value={body}
          spellcheck={false}
          onInput={(event) => change({ body: event.currentTarget.value })}
        />
      </label>
      <p class="tools">
        {pretty !== undefined && pretty !== body && <Button name="Format" onClick={() => change({ body: pretty })} />}
        {isJson && body !== '' && fault && (
          <span class="warned">
            This is not JSON: {describePlace(body, fault.at)}, {fault.message}. You can send it anyway.
          </span>
        )}
      </p>
    </div>
  )
}

/** A scenario for this one request, with its parameters. */
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
