// Clients that send more calls when no request is left.

import { START } from '../../../bench/judge/virtual-exchange.ts'
import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule } from './standing.ts'

const reset = (minutes: number) => START / 1000 + minutes * 60

/** The last request of a window, a pause of this many milliseconds, and the next call: refused, or in the next window. */
const window =
  (minutes: number, ms: number, next: 'refused' | 'served', ask: object = {}) =>
  (sandbox: VirtualSandbox) => {
    sandbox.call({}, { remaining: 0, reset: reset(minutes) })
    sandbox.sleep(ms)
    if (next === 'refused') sandbox.call(ask, { status: 429, isReal: true, retryAfter: 30, reset: reset(minutes) })
    else sandbox.call(ask, { remaining: 59, reset: reset(minutes + 1) })
  }

const both =
  (...appliedSteps: ((sandbox: VirtualSandbox) => void)[]) =>
  (sandbox: VirtualSandbox) => {
    for (const play of appliedSteps) play(sandbox)
  }

testRule('watches-limits', [
  ['waits for the next window', 'passed', window(1, 60_000, 'served')],
  ['runs on in two windows', 'advised', both(window(1, 300, 'refused'), window(2, 300, 'refused')), /no request was left/],
  ['runs on in one window', 'not-exercised', window(1, 300, 'refused')],
  ['could not have read the reply yet', 'not-exercised', both(window(1, 200, 'refused'), window(2, 200, 'refused'))],
  [
    'announces the 429',
    'not-exercised',
    both(...[1, 2].map((minutes) => window(minutes, 300, 'refused', { testCase: { name: 'a', expect: [429] } }))),
  ],
  ['never comes near a limit', 'not-exercised', (sandbox) => void sandbox.call()],
])
