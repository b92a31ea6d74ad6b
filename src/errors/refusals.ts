// Refusals that have two uses: real refusals, and refusals that a scenario asks for. Both must look exactly the same. They are plain
// data. A real refusal becomes a Problem, and a forced one becomes a reply without an error.

import type { Shown } from '../exchange/count.ts'
import { type Code, Problem } from './problem.ts'

/** What a Problem is made of. */
export interface Refused {
  readonly code: Code
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
  readonly causeParameters?: Readonly<Record<string, string>>
  readonly assumed: readonly string[]
}

export const createProblem = ({ code, message, ...more }: Refused) => new Problem(code, message, more)

const waitHeaders = ({ retryAfter }: Shown) => ({ 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' })

const inSeconds = (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`

/**
 * The message names the window and not its length, because a world may have a shorter window. `assumed` are the assumptions
 * behind the limit itself.
 */
export const rateLimited = (shown: Shown, assumed: readonly string[] = []) =>
  overLimit(
    shown,
    `The limit of ${shown.limit} requests in the ${shown.window} window is used up: wait ${inSeconds(shown.retryAfter)}`,
    assumed,
  )

/** A scenario asks for a longer wait than the limit could ask for, so the message does not name the limit. */
export const toldToWait = (shown: Shown) => overLimit(shown, `Too many requests: wait ${inSeconds(shown.retryAfter)}`)

const overLimit = (shown: Shown, message: string, assumed: readonly string[] = []): Refused => ({
  code: 'rate_limited',
  message,
  headers: waitHeaders(shown),
  causeParameters: { window: shown.window },
  assumed: ['limit-scope', 'limit-shown', 'limit-window', 'limited-body', ...assumed],
})

export const keyBanned = (shown: Shown): Refused => ({
  code: 'key_banned',
  message: `This key is banned: it sent requests before Retry-After was over. Wait ${inSeconds(shown.retryAfter)}`,
  headers: waitHeaders(shown),
  assumed: ['ban', 'limited-body'],
})

/** `given` tells whether the request has a token (RFC 6750 §3.1). */
export function unauthorized(realm: string, given: boolean, message: string): Refused {
  const quoted = `"${realm.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`
  const challenge = `Bearer realm=${quoted}${given ? ', error="invalid_token"' : ''}`
  return { code: 'unauthorized', message, headers: { 'WWW-Authenticate': challenge }, assumed: ['no-key'] }
}

/** The parts of a removed operation that its refusal names. */
interface Removed {
  readonly id: string
  readonly deprecation?: { readonly sunset?: number; readonly successor?: string }
}

export function operationRemoved({ id, deprecation }: Removed): Refused {
  const on = deprecation?.sunset === undefined ? '' : ` on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}`
  const instead = deprecation?.successor === undefined ? '' : `: use ${deprecation.successor} instead`
  return { code: 'operation_removed', message: `${id} was removed${on}${instead}`, assumed: ['removed'] }
}
