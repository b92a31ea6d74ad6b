// A client has to stop after some tries.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { NAMED, testRule, times } from './standing.ts'

const tries =
  (count: number, gap: number, answer: object = { status: 503, passes: 'never' }, ask: object = {}) =>
  (sandbox: VirtualSandbox) =>
    times(count, () => {
      sandbox.call(ask, answer)
      sandbox.sleep(gap)
    })

testRule('gives-up', [
  ['tries five times', 'passed', tries(5, 500)],
  ['tries 20 times in a minute', 'passed', tries(20, 500)],
  ['tries 21 times in a minute', 'failed', tries(21, 500), /21 times/],
  ['tries 100 times', 'failed', tries(100, 10, { fault: 'reset', passes: 'never' }, NAMED), /100 times/],
  [
    'calls four times in one test, and backs off each time',
    'passed',
    (sandbox) =>
      times(4, () => {
        for (const gap of [0, 300, 600, 1200, 2400, 4800]) {
          sandbox.sleep(gap)
          sandbox.call(NAMED, { status: 503, passes: 'never' })
        }
      }),
  ],
  ['tries 21 times in a minute to the millisecond', 'failed', tries(21, 2999)],
  ['tries 21 times in little more than a minute', 'passed', tries(21, 3000)],
  ...[400, 401, 403, 422].map((status) => [`is refused with ${status} 21 times`, 'failed', tries(21, 100, { status }, NAMED)] as const),
  ...[404, 409, 410].map((status) => [`is refused with ${status} 21 times`, 'not-exercised', tries(21, 100, { status }, NAMED)] as const),
  ['tries 30 times in five minutes', 'passed', tries(30, 10_000)],
  [
    'sends eight equal calls at once, of which each connection breaks before the next one is opened',
    'passed',
    (sandbox) => {
      for (const wait of [1, 130, 270, 500]) {
        sandbox.sleep(wait)
        times(8, () => {
          sandbox.call({}, { fault: 'reset', passes: 'never', took: 0.3 })
          sandbox.sleep(wait < 100 ? 0.5 : 14)
        })
      }
    },
  ],
  ['polls for what does not exist', 'not-exercised', tries(50, 100, { status: 404 })],
  ['calls again and again with success', 'not-exercised', tries(50, 10, {})],
  ['announces the error', 'not-exercised', tries(30, 10, { status: 503, passes: 'never' }, { testCase: { name: 'a', expect: [503] } })],
])
