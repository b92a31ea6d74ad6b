// The composer: one form to try an operation, to send a request again, and to change it before that. The texts are sent as they are
// written. Numbers are not parsed, so no digit is lost.

import { useEffect } from 'preact/hooks'
import { renderKey } from '../../text/key.ts'
import { Button, CopyAs, Form, Select, TextField } from '../parts/controls.tsx'
import { Items } from '../parts/show.tsx'
import { catalogue, contract } from '../state.ts'
import { change, type Draft, draft, findRefusals, headersOfDraft, startWith } from './draft.ts'
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
  const request = { method, target, origin: location.origin, headers: headersOfDraft(draft.value) }
  return (
    <Form
      class="card compose"
      onSubmit={() => {
        if (refusals.length === 0) void send(draft.value)
      }}
    >
      <OperationField />
      <div class="line-of">
        <DraftField label="Method" of="method" class="method" suggestions={['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']} />
        <DraftField label="Path and query" of="target" class="grow" />
      </div>
      <DraftField
        label="API key with its world, empty for none"
        of="key"
        suggestions={contract.value?.plans.map((plan) => renderKey(plan)) ?? []}
      />
      <DraftText label="Headers, one in each line" of="headers" />
      <DraftText label="Body" of="body" />
      <DraftField
        label="Scenario for this request, for example flaky;failures=2"
        of="scenario"
        suggestions={catalogue.value.map(({ name }) => name)}
      />
      {refusals.length > 0 && (
        <div class="remedies warned" role="status">
          <Items items={refusals} />
          <p class="dim">The curl command sends the request without changes.</p>
        </div>
      )}
      <p class="tools">
        <Button type="submit" class="main" name="Send" disabled={refusals.length > 0} />
        <CopyAs request={{ ...request, body: { text: body, bytes: body.length } }} />
      </p>
    </Form>
  )
}

function OperationField() {
  const { operations = [] } = contract.value ?? {}
  const start = (wanted: string) => {
    const operation = operations.find(({ id }) => id === wanted)
    if (contract.value && operation) startWith(contract.value, operation)
  }
  useEffect(() => {
    if (draft.value.target === '') start(operations[0]?.id ?? '')
  }, [operations])
  return (
    <label>
      Start with an operation
      <Select
        choices={[
          ['', ''],
          ...operations.map(({ id, method, path, node }) => [id, `${method} ${path} · ${String(node.summary ?? id)}`] as const),
        ]}
        onChange={start}
      />
    </label>
  )
}

interface DraftFieldProps {
  readonly label: string
  readonly of: Exclude<keyof Draft, 'lost'>
  readonly class?: string
  readonly suggestions?: readonly string[]
}

const DraftField = ({ of, ...more }: DraftFieldProps) => (
  <TextField {...more} isCode value={draft.value[of]} onInput={(text) => change({ [of]: of === 'method' ? text.toUpperCase() : text })} />
)

const DraftText = ({ label, of }: DraftFieldProps) => (
  <label>
    {label}
    <textarea
      rows={Math.min(16, Math.max(3, draft.value[of].split('\n').length))}
      value={draft.value[of]}
      spellcheck={false}
      onInput={(event) => change({ [of]: event.currentTarget.value })}
    />
  </label>
)
