// Refuses a request without a valid key: 401, with the challenge of RFC 6750 §3.

import { unauthorized } from '../../replies/refusals.ts'
import type { Visit } from '../visit.ts'

export function credentials({ realm }: { realm: string }) {
  return function credentials({ exchange: { caller } }: Visit): undefined {
    if (caller.refusal) throw unauthorized(realm, caller.refusal.given, caller.refusal.message)
  }
}
