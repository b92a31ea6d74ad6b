// Refusals that have two uses: real refusals, and refusals that a scenario asks for. Both must look exactly the same.

import type { Shown } from './generated/control.ts'
import { Problem } from './problem.ts'

/** A refusal that tells the client to wait. The wait stands in the message too. */
function refuseUntil(code: 'rate_limited' | 'key_banned', { retryAfter, window }: Shown, reason: string, assumed: readonly string[]) {
  return new Problem(code, `${reason} ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`, {
    headers: { 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' },
    causeParameters: code === 'rate_limited' ? { window } : undefined,
    assumed,
  })
}

/**
 * The message names the window and not its length, because a world may have a shorter window. `assumed` are the assumptions
 * behind the limit itself.
 */
export function rateLimited(shown: Shown, assumed: readonly string[] = []): Problem {
  const reason = `The limit of ${shown.limit} requests in the ${shown.window} window is used up: wait`
  return refuseUntil('rate_limited', shown, reason, ['limit-scope', 'limit-shown', 'limit-window', 'limited-body', ...assumed])
}

export const keyBanned = (shown: Shown): Problem =>
  refuseUntil('key_banned', shown, 'This key is banned: it sent requests before Retry-After was over. Wait', ['ban', 'limited-body'])

/** `given` tells whether the request has a token (RFC 6750 §3.1). */
export function unauthorized(realm: string, given: boolean, message: string): Problem {
  const quoted = `"${realm.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`
  const challenge = `Bearer realm=${quoted}${given ? ', error="invalid_token"' : ''}`
  return new Problem('unauthorized', message, { headers: { 'WWW-Authenticate': challenge }, assumed: ['no-key'] })
}

/** The parts of a removed operation that its refusal names. */
interface Removed {
  readonly id: string
  readonly deprecation?: { readonly sunset?: number; readonly successor?: string }
}

export function operationRemoved({ id, deprecation }: Removed): Problem {
  const on = deprecation?.sunset === undefined ? '' : ` on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}`
  const instead = deprecation?.successor === undefined ? '' : `: use ${deprecation.successor} instead`
  return new Problem('operation_removed', `${id} was removed${on}${instead}`, { assumed: ['removed'] })
}
