// A 429 or a 503 says that the same call will work later. A client that never tries again leaves that to its users.

import { concludeTries, createTriedAgain, noteTry, type TriedAgain } from '../tried-again.ts'
import type { Rule } from './rule.ts'

export const recovers: Rule<TriedAgain> = {
  name: 'recovers',
  level: 'advice',
  asks: 'Try again after a 429 or 503, when the time has come.',
  shows: 'the client tries again after a 429 or 503',
  hint: 'No 429 or 503 was followed by a success. Use throttled-then-ok in three tests, and keep the client running for 5 seconds after the wait.',
  create: createTriedAgain,
  see: (state, exchange, facts) => noteTry(state, exchange, facts, ({ failure }) => failure === 'limited' || failure === 'unavailable'),
  conclude: (states) =>
    concludeTries(
      states,
      (count) => `${count} calls got a 429 or 503 that passes, and none of them was tried again.`,
      'Try again after Retry-After, a few times.',
    ),
}
