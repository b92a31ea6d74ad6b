// Refusals that a scenario can ask for too. Those must look exactly like the real ones.

import type { Shown } from './generated/control.ts'
import { Problem } from './problem.ts'

/** The most frequent refusals are not thrown, so they need no Error. */
export type PlainProblem = Omit<Problem, 'name' | 'stack' | 'cause'>

/** Tells the client how long to wait, in the message too. */
const refuseUntil = ({ retryAfter }: Shown, reason: string) => ({
  message: `${reason} ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`,
  status: 429,
  headers: { 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' },
})

/** A world may change the length of the window, so the message only names it. `assumed` are the assumptions behind the limit itself. */
export const rateLimited = (shown: Shown, assumed: readonly string[] = []): PlainProblem => ({
  ...refuseUntil(shown, `The limit of ${shown.limit} requests in the ${shown.window} window is used up: wait`),
  code: 'rate_limited',
  causeParameters: { window: shown.window },
  assumed: ['limit-scope', 'limit-shown', 'limit-window', 'limited-body', ...assumed],
})

export const keyBanned = (shown: Shown): PlainProblem => ({
  ...refuseUntil(shown, 'This key is banned: it sent requests before Retry-After was over. Wait'),
  code: 'key_banned',
  causeParameters: undefined,
  assumed: ['ban', 'limited-body'],
})

/** `given` tells whether the request has a token (RFC 6750 §3.1). */
export function unauthorized(realm: string, given: boolean, message: string): PlainProblem {
  const quoted = `"${realm.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`
  const headers = { 'WWW-Authenticate': `Bearer realm=${quoted}${given ? ', error="invalid_token"' : ''}` }
  return { message, code: 'unauthorized', status: 401, headers, causeParameters: undefined, assumed: ['no-key'] }
}

interface Removed {
  readonly id: string
  readonly deprecation?: { readonly sunset?: number; readonly successor?: string }
}

export function operationRemoved({ id, deprecation }: Removed): Problem {
  const on = deprecation?.sunset === undefined ? '' : ` on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}`
  const instead = deprecation?.successor === undefined ? '' : `: use ${deprecation.successor} instead`
  return new Problem('operation_removed', `${id} was removed${on}${instead}`, { assumed: ['removed'] })
}
