// A client should send a GET again after a server error or a broken connection, because a GET changes nothing.

import { concludeTries, createTriedAgain, noteTry, type TriedAgain } from '../tried-again.ts'
import type { Rule } from './rule.ts'

const SAFE = new Set(['GET', 'HEAD'])

export const retriesSafeCalls: Rule<TriedAgain> = {
  name: 'retries-safe-calls',
  level: 'advice',
  asks: 'Try a GET again after a server error or a broken connection.',
  shows: 'the client tries a GET again after a server error or a broken connection',
  hint: 'No 5xx or broken connection of a GET was followed by a success. Use flaky in three tests, and keep the client running for 5 seconds.',
  create: createTriedAgain,
  see: (state, exchange, facts) =>
    noteTry(
      state,
      exchange,
      facts,
      ({ failure }, { request }) => (failure === 'server' || failure === 'fault') && SAFE.has(request.method),
    ),
  conclude: (states) =>
    concludeTries(
      states,
      (count) => `${count} GETs got a temporary server error or a broken connection, and none of them was tried again.`,
      'Try a GET again a few times, with a growing wait between the tries.',
    ),
}
