// The composer: one form to try an operation, to send a request again, and to change it before that.

import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { CopyAs } from '../requests/copy-as.tsx'
import { contract } from '../state.ts'
import { BodyField } from './body-field.tsx'
import { change, draft, headersOfDraft } from './draft.ts'
import { HeaderFields } from './header-fields.tsx'
import { KeyFields } from './key-fields.tsx'
import { Outcome } from './outcome.tsx'
import { findRefusals, isForbidden } from './refusals.ts'
import { ScenarioField } from './scenario-field.tsx'
import { abort, outcome, send } from './send.ts'
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
  const refusals = findRefusals(draft.value, location.origin)
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
      {refusals.length > 0 && (
        <div class="remedies" role="status">
          <ul>
            {refusals.map((refusal) => (
              <li key={refusal} class="warned">
                {refusal}
              </li>
            ))}
          </ul>
          <p class="tools">
            <span class="dim">The curl command sends the request without changes.</span>
            {draft.value.headers.some(([name]) => isForbidden(name)) && (
              <Button
                name="Remove these headers"
                onClick={() => change({ headers: draft.value.headers.filter(([name]) => !isForbidden(name)) })}
              />
            )}
          </p>
        </div>
      )}
      <p class="tools">
        <button type="submit" class="main" disabled={refusals.length > 0}>
          Send
        </button>
        {outcome.value === 'under way' && <Button name="Stop" onClick={abort} />}
        <CopyAs request={toReplayed()} />
      </p>
    </Form>
  )
}

function toReplayed() {
  const { method, target, body } = draft.value
  return {
    ...{ method, target, origin: location.origin, headers: headersOfDraft(draft.value) },
    ...(body !== '' && { body: { text: body, bytes: body.length } }),
  }
}
