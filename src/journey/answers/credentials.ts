// Refuses a request without a valid key: 401, with the challenge of RFC 6750 §3.

import type { Exchange } from '../../exchange.ts'
import { unauthorized } from '../../refusals.ts'

export function credentials({ realm }: { realm: string }) {
  return function credentials({ caller: { refusal } }: Exchange): undefined {
    if (refusal) throw unauthorized(realm, refusal.given, refusal.message)
  }
}
