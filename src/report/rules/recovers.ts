// A 429 or a 503 says that the same call may work later. A client should try such a call again.

import { concludeTries, createTriedAgain, noteTry, type TriedAgain } from '../tried-again.ts'
import type { Rule } from './rule.ts'

export const recovers: Rule<TriedAgain> = {
  name: 'recovers',
  level: 'advice',
  asks: 'Try again after a 429 or 503, when the wait is over.',
  shows: 'the client tries again after a 429 or 503',
  hint: 'No 429 or 503 was followed by a success. Use throttled-then-ok in three tests, and keep the client running for 5 seconds after the wait.',
  create: createTriedAgain,
  see: (state, exchange, facts) => noteTry(state, exchange, facts, ({ failure }) => failure === 'limited' || failure === 'unavailable'),
  conclude: (states) =>
    concludeTries(
      states,
      (count) => `${count} calls got a temporary 429 or 503, and none of them was tried again.`,
      'Try again after Retry-After, a few times.',
    ),
}
