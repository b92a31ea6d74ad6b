// Refuses a request without a valid key: 401, with the challenge of RFC 6750 §3.

import { unauthorized } from '../../errors/refusals.ts'
import type { RequestContext } from '../context.ts'

export function credentials({ realm }: { realm: string }) {
  return function credentials({ exchange: { caller } }: RequestContext): undefined {
    if (caller.refusal) throw unauthorized(realm, caller.refusal.given, caller.refusal.message)
  }
}
