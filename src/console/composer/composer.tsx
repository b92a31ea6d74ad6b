// The composer: one form to try an operation, to send a request again, and to change it before that.

import { useEffect } from 'preact/hooks'
import { type Node, type Operation, resolve } from '../contract.ts'
import { Button, CopyAs, Form, Select, TextField } from '../parts/controls.tsx'
import { contract } from '../state.ts'
import { change, draft, headersOfDraft, startWith } from './draft.ts'
import { BodyField, HeaderFields, KeyFields, ScenarioField } from './fields.tsx'
import { abort, Outcome, outcome, send } from './outcome.tsx'
import { findRefusals, isForbidden } from './refusals.ts'
import { findOperation, readParameter, writeParameter } from './target.ts'

export const Composer = () =>
  contract.value && (
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
  const request = { method, target, origin: location.origin, headers: headersOfDraft(draft.value) }
  return (
    <Form
      class="card compose"
      onSubmit={() => {
        if (refusals.length === 0) void send(draft.value)
      }}
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.currentTarget.requestSubmit()}
    >
      <TargetFields />
      <KeyFields />
      <HeaderFields />
      <BodyField />
      <ScenarioField />
      {refusals.length > 0 && <Refusals sentences={refusals} />}
      <p class="tools">
        <Button type="submit" class="main" name="Send" disabled={refusals.length > 0} />
        {outcome.value.isUnderWay && <Button name="Stop" onClick={abort} />}
        <CopyAs request={{ ...request, body: { text: body, bytes: body.length } }} />
      </p>
    </Form>
  )
}

/** What a browser cannot send. */
function Refusals({ sentences }: { sentences: readonly string[] }) {
  const { headers } = draft.value
  const sendable = headers.filter(([name]) => !isForbidden(name))
  return (
    <div class="remedies" role="status">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence} class="warned">
            {sentence}
          </li>
        ))}
      </ul>
      <p class="tools">
        <span class="dim">The curl command sends the request without changes.</span>
        {sendable.length < headers.length && <Button name="Remove these headers" onClick={() => change({ headers: sendable })} />}
      </p>
    </div>
  )
}

/** The fields for operation, method and address, and for the parameters of the operation. */
function TargetFields() {
  const { operations = [] } = contract.value ?? {}
  const { method, target } = draft.value
  const operation = findOperation(operations, method, target)
  useEffect(() => {
    if (target === '' && operations[0]) startWith(operations[0])
  }, [operations])
  return (
    <>
      <label class="wide">
        Operation
        <Select
          value={operation?.id ?? ''}
          choices={[
            ...(operation === undefined ? [['', 'not in the contract'] as const] : []),
            ...operations.map(({ id, method: verb, path, node }) => [id, `${verb} ${path} · ${String(node.summary ?? id)}`] as const),
          ]}
          onChange={(value) => operations.filter(({ id }) => id === value).forEach(startWith)}
        />
      </label>
      <div class="line-of">
        <TextField
          label="Method"
          class="method"
          isCode
          value={method}
          suggestions={['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']}
          onInput={(text) => change({ method: text.toUpperCase() })}
        />
        <TextField label="Path and query" class="grow" isCode value={target} onInput={(text) => change({ target: text })} />
      </div>
      {operation && operation.parameters.length > 0 && (
        <fieldset class="fields">
          <legend>Parameters</legend>
          {operation.parameters.map((parameter) => (
            <ParameterField key={String(parameter.name)} operation={operation} parameter={parameter} />
          ))}
        </fieldset>
      )}
    </>
  )
}

function ParameterField({ operation, parameter }: { operation: Operation; parameter: Node }) {
  const { document } = contract.value ?? { document: {} }
  const { target } = draft.value
  const [name, place] = [String(parameter.name), String(parameter.in)]
  if (place !== 'path' && place !== 'query') return null
  const { enum: choices, default: usual } = resolve(document, parameter.schema)
  return (
    <TextField
      label={[<b>{name}</b>, ' ', place === 'path' && 'in the path ', parameter.required === true && 'required']}
      isCode
      value={readParameter(target, operation, name, place)}
      placeholder={usual === undefined ? '' : String(usual)}
      {...(Array.isArray(choices) && { suggestions: choices.map(String) })}
      onInput={(text) => change({ target: writeParameter(draft.value.target, operation, name, place, text) })}
    />
  )
}
