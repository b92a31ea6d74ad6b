// Refuses a request over the limit of the minute or of the day. The note `decideAccess` decides it.

import type { Answer } from '../parts.ts'

export const rateLimit: Answer = {
  name: 'rate-limit',
  asks: 'Does the limit allow the request?',
  passes: ({ count }) => `${count.remaining} of ${count.limit} left in the ${count.window}`,
  answers: ({ count }) => `refused: the ${count.limit} requests of the ${count.window} are used up, ${count.retryAfter} seconds to wait`,
}
