// Sends the request of the composer without changes, and keeps the reply.

import { signal } from '@preact/signals'
import type { Body } from '../../exchange/exchange.ts'
import { type Draft, headersOfDraft } from './draft.ts'

export interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Body
  readonly seconds: number
  /** The id of the exchange; empty for a sandbox that was started with --bare. */
  readonly id: string
}

/** The state of the last request: not sent, under way, answered, or failed. */
export const outcome = signal<undefined | 'under way' | Answer | { readonly failure: string }>(undefined)

let stop: AbortController | undefined

export async function send(draft: Draft): Promise<void> {
  stop?.abort()
  const own = new AbortController()
  stop = own
  outcome.value = 'under way'
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
    const bytes = new Uint8Array(await response.arrayBuffer())
    outcome.value = {
      status: response.status,
      headers: [...response.headers],
      body: toBody(bytes),
      seconds: (performance.now() - began) / 1000,
      id: response.headers.get('sandbox-request-id') ?? '',
    }
  } catch (error) {
    if (stop === own)
      outcome.value = {
        failure: own.signal.aborted ? 'You stopped the request.' : `The browser did not get a whole reply: ${String(error)}`,
      }
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
