// Refuses a request without a valid key: 401, with the challenge of RFC 6750 §3.

import type { Exchange } from '../exchange.ts'
import { Problem } from '../problem.ts'

export function credentials({ realm }: { realm: string }) {
  const quoted = `"${realm.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`
  return function credentials({ caller: { refusal } }: Exchange): undefined {
    if (refusal === undefined) return
    const challenge = `Bearer realm=${quoted}${refusal.given ? ', error="invalid_token"' : ''}`
    throw new Problem('unauthorized', refusal.message, { headers: { 'WWW-Authenticate': challenge }, assumed: ['no-key'] })
  }
}
