// Sends the request of the composer without changes, and shows the reply with its reason, or the failure.

import { signal } from '@preact/signals'
import { isFailure, kindOf } from '../entry.ts'
import { Message } from '../parts/message.tsx'
import { CauseBadge, Remedies, Trace } from '../requests/exchange.tsx'
import { list } from '../state.ts'
import { type Draft, headersOfDraft } from './draft.ts'

/** The last reply and its body, or a sentence when there is none. */
const outcome = signal<readonly [Response, body: string] | string>('The reply will appear here. The view Requests lists the request too.')

let stop: AbortController | undefined

export async function send(draft: Draft): Promise<void> {
  stop?.abort()
  stop = new AbortController()
  const { signal: stopped } = stop
  outcome.value = 'Waiting for the reply …'
  try {
    const response = await fetch(location.origin + draft.target, {
      method: draft.method,
      headers: new Headers(headersOfDraft(draft)),
      // A Blob without a type, because the browser would add a Content-Type to a text.
      ...(draft.body !== '' && { body: new Blob([draft.body]) }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal: stopped,
    })
    outcome.value = [response, await response.text()]
  } catch (error) {
    if (!stopped.aborted) outcome.value = `The browser did not get a whole reply: ${String(error)}`
  }
}

export const Outcome = () => (
  <section class="card reply" aria-label="Reply" aria-live="polite">
    <h2 class="hidden">Reply</h2>
    {typeof outcome.value === 'string' ? <p class="dim">{outcome.value}</p> : <Reply response={outcome.value[0]} text={outcome.value[1]} />}
  </section>
)

function Reply({ response: { status, headers }, text }: { response: Response; text: string }) {
  // A sandbox that was started with --bare sends no id.
  const id = headers.get('sandbox-request-id') ?? ''
  const entry = list.find(id)
  return (
    <>
      <p class={entry ? `tools ${kindOf(entry)} ${isFailure(entry) ? 'failed' : ''}` : 'tools'}>
        <span class={entry ? 'status' : `status s${String(status)[0]}`}>{status}</span>
        {entry && <CauseBadge entry={entry} />}
        {id !== '' && <a href={`/#requests/${id}`}>{id}</a>}
      </p>
      {entry && <Remedies entry={entry} />}
      {entry && <Trace entry={entry} />}
      <Message title="Reply" headers={[...headers]} body={{ text, bytes: new Blob([text]).size }} none="The reply has no body." />
    </>
  )
}
