// Refusals that come up twice: in earnest, and when a scenario asks for them. They must not be told apart.

import type { Shown } from '../record/exchange.ts'
import { Problem } from './problem.ts'

const waitHeaders = ({ retryAfter }: Shown) => ({ 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' })

const inSeconds = (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`

/** A world may have made its windows shorter than their names say. `assumed` are the assumptions that the limit itself rests on. */
export const rateLimited = (shown: Shown, assumed: readonly string[] = []) =>
  overLimit(
    shown,
    `The limit of ${shown.limit} requests in the ${shown.window} window is used up: wait ${inSeconds(shown.retryAfter)}`,
    assumed,
  )

/** A scenario wants a longer wait than the limit could ask for, so the limit is not given as the reason. */
export const toldToWait = (shown: Shown) => overLimit(shown, `Too many requests: wait ${inSeconds(shown.retryAfter)}`)

const overLimit = (shown: Shown, message: string, assumed: readonly string[] = []) =>
  new Problem('rate_limited', message, {
    headers: waitHeaders(shown),
    because: { window: shown.window },
    assumed: ['limit-scope', 'limit-shown', 'limit-window', 'limited-body', ...assumed],
  })

export const keyBanned = (shown: Shown) =>
  new Problem('key_banned', `This key is banned: it sent requests before Retry-After was over. Wait ${inSeconds(shown.retryAfter)}`, {
    headers: waitHeaders(shown),
    assumed: ['ban', 'limited-body'],
  })

/** `given` tells whether a token was sent (RFC 6750 §3.1). */
export function unauthorized(realm: string, given: boolean, message: string): Problem {
  const quoted = `"${realm.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`
  const challenge = `Bearer realm=${quoted}${given ? ', error="invalid_token"' : ''}`
  return new Problem('unauthorized', message, { headers: { 'WWW-Authenticate': challenge }, assumed: ['no-key'] })
}

/** What a removed operation's refusal has to name. */
interface Removed {
  readonly id: string
  readonly deprecation?: { readonly sunset?: number; readonly successor?: string }
}

export function operationRemoved({ id, deprecation }: Removed): Problem {
  const on = deprecation?.sunset === undefined ? '' : ` on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}`
  const instead = deprecation?.successor === undefined ? '' : `: use ${deprecation.successor} instead`
  return new Problem('operation_removed', `${id} was removed${on}${instead}`, { assumed: ['removed'] })
}
