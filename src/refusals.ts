// Refusals that come up twice: in earnest, and when a scenario asks for them. They must not be told apart.

import type { Exchange } from './exchange.ts'
import { Problem } from './problem.ts'

type Count = NonNullable<Exchange['count']>
type Operation = NonNullable<Exchange['operation']>

const waitHeaders = ({ retryAfter }: Count) => ({ 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' })

const inSeconds = (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`

/** `assumed` are the assumptions that the limit itself rests on. */
export const rateLimited = (count: Count, assumed: readonly string[] = []) =>
  new Problem(
    'rate_limited',
    `The limit of ${count.shown.limit} requests a ${count.window} is used up: wait ${inSeconds(count.retryAfter)}`,
    {
      headers: waitHeaders(count),
      because: `;window=${count.window}`,
      assumed: ['limit-scope', 'limit-shown', 'limit-window', 'limited-body', ...assumed],
    },
  )

export const keyBanned = (count: Count) =>
  new Problem('key_banned', `This key is banned for sending on before Retry-After was over: wait ${inSeconds(count.retryAfter)}`, {
    headers: waitHeaders(count),
    assumed: ['ban', 'limited-body'],
  })

/** `given` tells whether a token was sent (RFC 6750 §3.1). */
export function unauthorized(realm: string, given: boolean, message: string): Problem {
  const quoted = `"${realm.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`
  const challenge = `Bearer realm=${quoted}${given ? ', error="invalid_token"' : ''}`
  return new Problem('unauthorized', message, { headers: { 'WWW-Authenticate': challenge }, assumed: ['no-key'] })
}

export function operationRemoved({ id, deprecation }: Operation): Problem {
  const on = deprecation?.sunset === undefined ? '' : ` on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}`
  const instead = deprecation?.successor === undefined ? '' : `: use ${deprecation.successor} instead`
  return new Problem('operation_removed', `${id} was removed${on}${instead}`, { assumed: ['removed'] })
}
