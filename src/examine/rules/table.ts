// All rules in the order of the report, one line each.

import { authenticates } from './authenticates.ts'
import { backsOff } from './backs-off.ts'
import { givesUp, givesUpOnRefusals } from './gives-up.ts'
import { honoursRetryAfter } from './honours-retry-after.ts'
import { keepsInt64 } from './keeps-int64.ts'
import { keyNotInUrl } from './key-not-in-url.ts'
import { knownFields } from './known-fields.ts'
import { meetsExpectation } from './meets-expectation.ts'
import { noBlindCreateRetry } from './no-blind-create-retry.ts'
import { noDeprecatedCalls } from './no-deprecated-calls.ts'
import { noRemovedCalls } from './no-removed-calls.ts'
import { notBanned } from './not-banned.ts'
import type { Rule } from './rule.ts'
import { timesOut } from './times-out.ts'
import { validRequests } from './valid-requests.ts'

export const rules: readonly Rule[] = [
  validRequests,
  meetsExpectation,
  authenticates,
  keyNotInUrl,
  notBanned,
  honoursRetryAfter,
  backsOff,
  givesUp,
  givesUpOnRefusals,
  noBlindCreateRetry,
  keepsInt64,
  timesOut,
  noRemovedCalls,
  noDeprecatedCalls,
  knownFields,
]
