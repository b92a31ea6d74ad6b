// The composer: one form to try an operation, to send a request again, and to change it before that. The texts are sent as they are
// written. Numbers are not parsed, so no digit is lost.

import { useEffect } from 'preact/hooks'
import { findOperation, findParameter, listOf, type Node, type Operation, resolve } from '../contract.ts'
import { findPlace } from '../json-place.ts'
import { Button, CopyAs, Fields, readField, Select, TextField, type Value } from '../parts/controls.tsx'
import { Items } from '../parts/show.tsx'
import { catalogue, contract, worlds } from '../state.ts'
import { change, type Draft, draft, findRefusals, headersOfDraft, startWith, withWorld, worldOf } from './draft.ts'
import { Outcome, send } from './outcome.tsx'

export const Composer = () => (
  <div class="page wide">
    <h1>Compose a request</h1>
    <div class="grid">
      <ComposerForm />
      <Outcome />
    </div>
  </div>
)

export function ComposerForm() {
  const { method, target, body } = draft.value
  const refusals = findRefusals(draft.value, location.origin)
  const headers = headersOfDraft(draft.value)
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value))
  return (
    // A browser does not send a form whose button is disabled.
    <form class="card compose" method="dialog" onInput={({ currentTarget }) => take(currentTarget)} onSubmit={() => void send(draft.value)}>
      <TargetFields />
      <KeyFields />
      <LongText label="Headers, one in each line" name="headers" />
      <LongText label="Body" name="body" />
      {body !== '' && isJson && <p class="warned">{findPlace(body)?.message}</p>}
      <ScenarioFields />
      {refusals.length > 0 && (
        <div class="remedies warned" role="status">
          <Items items={refusals} />
          <p class="dim">The curl command sends the request without changes.</p>
        </div>
      )}
      <p class="tools">
        <Button type="submit" class="main" name="Send" disabled={refusals.length > 0} />
        <CopyAs request={{ method, target, origin: location.origin, headers, body: { text: body, bytes: body.length } }} />
      </p>
    </form>
  )
}

/** The fields with a name are the fields of the draft. The others are parts of them. */
const take = (form: HTMLFormElement) =>
  change({ ...Object.fromEntries(new FormData(form)), method: readField(form, 'method').toUpperCase() } as Partial<Draft>)

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** The operation and its parameters follow the address, so that they cannot differ from it. */
function TargetFields() {
  const { operations = [] } = contract.value ?? {}
  const { method, target } = draft.value
  const operation = findOperation(operations, method, target)
  const parameters = operation?.parameters.filter(({ in: place }) => place === 'path' || place === 'query') ?? []
  const start = (wanted: string | undefined) => {
    const chosen = operations.find(({ id }) => id === wanted)
    if (contract.value && chosen) startWith(contract.value, chosen)
  }
  useEffect(() => {
    if (target === '') start(operations[0]?.id)
  }, [operations])
  const toField = (parameter: Node): Value => {
    const { value, write } = findParameter(target, operation as Operation, parameter)
    const schema = resolve(contract.value?.document ?? {}, parameter.schema)
    // A parameter may be left out.
    const choices = listOf(schema.enum)
    const rule = { ...schema, enum: choices.length > 0 ? ['', ...choices] : [], description: `in the ${parameter.in}` }
    return [String(parameter.name), rule, value, (text) => change({ target: write(text) })]
  }
  const choices = operations.map(({ id, method: verb, path, node }) => [id, `${verb} ${path} · ${String(node.summary ?? id)}`] as const)
  return (
    <>
      <label>
        Operation
        <Select value={operation?.id ?? ''} choices={operation ? choices : [['', 'not in the contract'], ...choices]} onChange={start} />
      </label>
      <div class="line-of">
        <TextField label="Method" class="method" name="method" value={method} suggestions={METHODS} />
        <TextField label="Path and query" class="grow" name="target" value={target} />
      </div>
      <Fields values={parameters.map(toField)} />
    </>
  )
}

function KeyFields() {
  const { key } = draft.value
  const plans = (contract.value?.plans ?? []).map((plan) => withWorld(`sandbox_${plan}`, worldOf(key)))
  const keys = [...plans, 'sandbox_expired', 'sandbox_revoked']
  return (
    <div class="line-of">
      <TextField label="API key, empty for none" class="grow" name="key" value={key} suggestions={keys} />
      <TextField
        label="World of the key"
        value={worldOf(key)}
        placeholder="default"
        suggestions={(worlds.value ?? []).map(({ name }) => name)}
        onInput={(name) => change({ key: withWorld(key, name.trim()) })}
      />
    </div>
  )
}

function ScenarioFields() {
  const { scenario: name, parameters } = draft.value
  const scenario = catalogue.value.find((one) => one.name === name)
  return (
    <>
      <label>
        Scenario for this request
        <Select
          value={name}
          choices={[['', 'none'], ...catalogue.value.map((one) => [one.name, `${one.name} · ${one.summary}`] as const)]}
          onChange={(scenario) => change({ scenario, parameters: {} })}
        />
      </label>
      {scenario && (
        <Fields
          values={Object.entries(scenario.parameters).map(([key, rule]) => [
            key,
            rule,
            parameters[key],
            (text) => change({ parameters: { ...parameters, [key]: text } }),
          ])}
        />
      )}
    </>
  )
}

const LongText = ({ label, name }: { label: string; name: 'headers' | 'body' }) => (
  <label>
    {label}
    <textarea name={name} rows={Math.min(16, Math.max(3, draft.value[name].split('\n').length))} value={draft.value[name]} />
  </label>
)
