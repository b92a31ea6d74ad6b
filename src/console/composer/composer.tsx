// The composer: one form to try an operation, to send a request again, and to change it before that.

import { Button, Form } from '../parts/controls.tsx'
import { CopyAs } from '../parts/copied.tsx'
import { contract } from '../state.ts'
import { change, draft, headersOfDraft } from './draft.ts'
import { BodyField, HeaderFields, KeyFields, ScenarioField } from './fields.tsx'
import { abort, Outcome, outcome, send } from './outcome.tsx'
import { findRefusals, isForbidden } from './refusals.ts'
import { TargetFields } from './target-fields.tsx'

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
        <button type="submit" class="main" disabled={refusals.length > 0}>
          Send
        </button>
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
