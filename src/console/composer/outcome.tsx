// Sends the request of the composer without changes, and shows the reply with its reason, or the failure.

import { signal } from '@preact/signals'
import type { Body } from '../../exchange/exchange.ts'
import { isFailure, kindOf } from '../entry.ts'
import { Message } from '../parts/message.tsx'
import { renderSeconds } from '../parts/time.ts'
import { CauseBadge, Remedies, Trace } from '../requests/why.tsx'
import { list } from '../state.ts'
import { type Draft, headersOfDraft } from './draft.ts'

interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Body
  readonly seconds: number
  /** The id of the exchange; empty for a sandbox that was started with --bare. */
  readonly id: string
}

/** The state of the last request: not sent, under way, answered, or a sentence about its failure. */
export const outcome = signal<{ readonly isUnderWay?: true; readonly answer?: Answer; readonly failure?: string }>({})

let stop: AbortController | undefined

export async function send(draft: Draft): Promise<void> {
  stop?.abort()
  const own = new AbortController()
  stop = own
  outcome.value = { isUnderWay: true }
  const began = performance.now()
  try {
    const response = await fetch(location.origin + draft.target, {
      method: draft.method,
      headers: new Headers(headersOfDraft(draft)),
      // A Blob without a type, because the browser would add a Content-Type to a text.
      ...(draft.body !== '' && { body: new Blob([draft.body]) }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal: own.signal,
    })
    const body = toBody(new Uint8Array(await response.arrayBuffer()))
    const { status, headers } = response
    const seconds = (performance.now() - began) / 1000
    outcome.value = { answer: { status, headers: [...headers], body, seconds, id: headers.get('sandbox-request-id') ?? '' } }
  } catch (error) {
    const failure = own.signal.aborted ? 'You stopped the request.' : `The browser did not get a whole reply: ${String(error)}`
    if (stop === own) outcome.value = { failure }
  }
}

export const abort = () => stop?.abort()

function toBody(bytes: Uint8Array): Body {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), bytes: bytes.length }
  } catch {
    return { base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), bytes: bytes.length }
  }
}

export function Outcome() {
  const { isUnderWay, answer, failure } = outcome.value
  return (
    <section class="card reply" aria-label="Reply" aria-live="polite">
      <h2 class="hidden">Reply</h2>
      {isUnderWay && <p class="dim">Waiting for the reply …</p>}
      {failure && (
        <p class="bad">
          {failure} <a href="/#requests">See the requests.</a>
        </p>
      )}
      {answer && <Reply answer={answer} />}
      {!(isUnderWay || failure || answer) && <p class="dim">The reply will appear here. The view Requests lists the request too.</p>}
    </section>
  )
}

function Reply({ answer: { status, headers, body, seconds, id } }: { answer: Answer }) {
  const entry = list.find(id)
  return (
    <>
      <p class={entry ? `tools ${kindOf(entry)} ${isFailure(entry) ? 'failed' : ''}` : 'tools'}>
        <span class={entry ? 'status' : `status s${String(status)[0]}`}>{status}</span>
        {entry && <CauseBadge entry={entry} />}
        <span class="dim">{renderSeconds(seconds)}</span>
        {id !== '' && <a href={`/#requests/${id}`}>{id}</a>}
      </p>
      {entry && <Remedies entry={entry} />}
      {entry && <Trace entry={entry} />}
      <Message title="Reply" headers={headers} body={body} none="The reply has no body." />
    </>
  )
}
