// All rules in the order of the report, one line each.

import { authenticates } from './authenticates.ts'
import { backsOff } from './backs-off.ts'
import { followsPaging } from './follows-paging.ts'
import { givesUp } from './gives-up.ts'
import { givesUpOnRefusals } from './gives-up-on-refusals.ts'
import { honoursRetryAfter } from './honours-retry-after.ts'
import { identifiesItself } from './identifies-itself.ts'
import { keepsInt64 } from './keeps-int64.ts'
import { keyNotInUrl } from './key-not-in-url.ts'
import { knownFields } from './known-fields.ts'
import { meetsExpectation } from './meets-expectation.ts'
import { noBlindCreateRetry } from './no-blind-create-retry.ts'
import { noDeprecatedCalls } from './no-deprecated-calls.ts'
import { noRemovedCalls } from './no-removed-calls.ts'
import { readsRetryAfter } from './reads-retry-after.ts'
import { recovers } from './recovers.ts'
import { retriesSafeCalls } from './retries-safe-calls.ts'
import { reusesConnections } from './reuses-connections.ts'
import { type SealedRule, seal } from './rule.ts'
import { validRequests } from './valid-requests.ts'
import { watchesLimits } from './watches-limits.ts'

export const rules: readonly SealedRule[] = [
  seal(validRequests),
  seal(meetsExpectation),
  seal(authenticates),
  seal(keyNotInUrl),
  seal(honoursRetryAfter),
  seal(readsRetryAfter),
  seal(backsOff),
  seal(givesUp),
  seal(givesUpOnRefusals),
  seal(noBlindCreateRetry),
  seal(keepsInt64),
  seal(noRemovedCalls),
  seal(noDeprecatedCalls),
  seal(knownFields),
  seal(recovers),
  seal(retriesSafeCalls),
  seal(watchesLimits),
  seal(followsPaging),
  seal(reusesConnections),
  seal(identifiesItself),
]
