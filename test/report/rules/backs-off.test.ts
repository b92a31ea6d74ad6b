// The wait grows from try to try. The numbers come from the simulation in bench/judge/.

import { expect, test } from 'vitest'
import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { levelOf } from '../../../src/report/rules/backs-off.ts'
import { NAMED, testRule, times } from './standing.ts'

const DOWN = { status: 500, passes: 'never' } as const

/** The same failing call, with these gaps between its tries. */
const tries =
  (gaps: readonly number[], ask: object = NAMED, answer: object = DOWN) =>
  (sandbox: VirtualSandbox) => {
    sandbox.call(ask, answer)
    for (const gap of gaps) {
      sandbox.sleep(gap)
      sandbox.call(ask, answer)
    }
  }

const repeat = (gap: number, count: number) => Array.from({ length: count }, () => gap)

testRule('backs-off', [
  ['doubles its wait', 'passed', tries([100, 200, 400, 800])],
  ['tries six times at once', 'failed', tries(repeat(2, 5)), /6 times, 2 ms to 2 ms apart/],
  ['tries five times at once', 'not-exercised', tries(repeat(2, 4))],
  ['tries six times at once, and nothing shows that these are retries', 'not-exercised', tries(repeat(2, 5), {})],
  ['tries nine times at once without a sign', 'failed', tries(repeat(2, 8), {})],
  ['tries nine times every 50 ms', 'failed', tries(repeat(50, 8))],
  ['tries eight times every 50 ms', 'not-exercised', tries(repeat(50, 7)), /its waits did not grow/],
  ['tries twelve times, 10 to 30 ms apart', 'not-exercised', tries([12, 28, 15, 22, 10, 30, 18, 25, 11, 29, 16])],
  ['does so without a sign', 'not-exercised', tries([12, 28, 15, 22, 10, 30, 18, 25, 11, 29, 16], {})],
  ['tries twelve times without a wait, on a busy machine', 'not-exercised', tries([1, 14, 1, 2, 30, 1, 3, 22, 1, 2, 1], {})],
  ['tries three times at once, on a busy machine', 'not-exercised', tries([1, 60])],
  ['tries again at once, and then waits longer and longer', 'passed', tries([1, 200, 400])],
  ['tries again at once, and then waits for a second, as urllib3 does', 'passed', tries([2, 1000])],
  ['waits twice, the second time longer', 'passed', tries([100, 200])],
  ['waits long by chance', 'passed', tries([300, 80, 450, 120, 900, 200, 70])],
  ['tries nine times every 71 ms', 'advised', tries(repeat(71, 8))],
  ['tries nine times every second', 'advised', tries(repeat(1000, 8)), /1 s to 1 s apart/],
  ['tries nine times with waits that vary by a third', 'passed', tries([1000, 1300, 1100, 1000, 1300, 1200, 1000, 1250])],
  ['tries at once after broken connections', 'failed', tries(repeat(2, 5), NAMED, { fault: 'reset', passes: 'never' })],
  ['waits out each Retry-After', 'not-exercised', tries(repeat(1000, 9), NAMED, { status: 429, retryAfter: 1, passes: 'never' })],
  ['polls for what does not exist', 'not-exercised', tries(repeat(50, 12), NAMED, { status: 404 })],
  ['announces the error', 'not-exercised', tries(repeat(2, 9), { testCase: { name: 'a', expect: [500] } })],
  [
    'tries in episodes of their own',
    'not-exercised',
    (sandbox) =>
      times(12, () => {
        sandbox.putScenarios('x')
        sandbox.call({}, DOWN)
      }),
  ],
  [
    'calls in parallel',
    'not-exercised',
    (sandbox) => {
      const pending = repeat(0, 12).map(() => sandbox.begin())
      sandbox.sleep(5)
      for (const one of pending) sandbox.end(one, DOWN)
    },
  ],
  ['never fails', 'not-exercised', (sandbox) => times(20, () => sandbox.call())],
])

/** So many gaps of a length, and further ones. */
const gapsOf = (count: number, gap: number, ...more: readonly number[]) => [...repeat(gap, count), ...more]

test.each<[string, number[], boolean, string | undefined]>([
  ['five gaps below 20 ms', gapsOf(5, 19), true, 'fail'],
  ['without a sign', gapsOf(5, 19), false, undefined],
  ['five gaps of 20 ms', gapsOf(5, 20), true, undefined],
  ['four gaps', gapsOf(4, 1), true, undefined],
  ['gaps that grow a little', [1, 1, 1, 6, 6], true, 'fail'],
  ['gaps that grow', [1, 1, 1, 7, 7], true, undefined],
  ['five gaps below 12 ms and two long ones', gapsOf(5, 11, 500, 500), true, 'fail'],
  ['five gaps of 12 ms and two long ones', gapsOf(5, 12, 500, 500), true, undefined],
  ['five gaps below 12 ms and three long ones', gapsOf(5, 11, 500, 500, 500), true, undefined],
  ['mostly below 5 ms, and all below 100 ms', gapsOf(5, 4, 99, 99, 99), true, 'fail'],
  ['without a sign', gapsOf(5, 4, 99, 99, 99), false, undefined],
  ['mostly 5 ms', gapsOf(5, 5, 99, 99, 99), true, undefined],
  ['mostly below 5 ms, and one of 100 ms', gapsOf(5, 4, 99, 99, 100), true, undefined],
  ['mostly below 5 ms, of seven', gapsOf(4, 4, 99, 99, 99), true, undefined],
  ['eight gaps below 10 ms', [9, 1, 9, 1, 9, 1, 9, 1], false, 'fail'],
  ['eight gaps, some of 10 ms', [10, 1, 10, 1, 10, 1, 10, 1], false, undefined],
  ['seven gaps below 10 ms', [9, 1, 9, 1, 9, 1, 9], false, undefined],
  ['nine gaps, of which the longest does not count', [9, 1, 9, 1, 9, 1, 9, 1, 900], false, 'fail'],
  ['ten gaps, of which two are long', [9, 1, 9, 1, 9, 1, 9, 1, 900, 900], false, undefined],
  ['eight gaps of about the same length', gapsOf(6, 50, 68, 68), false, 'fail'],
  ['eight gaps that vary more', gapsOf(6, 50, 69, 69), false, undefined],
  ['eight gaps below 70 ms', gapsOf(6, 60, 69, 69), false, 'fail'],
  ['eight gaps up to 70 ms', gapsOf(6, 60, 70, 70), false, undefined],
  ['seven gaps of the same length', gapsOf(7, 50), false, undefined],
  ['eight long gaps of about the same length', gapsOf(7, 70, 83), false, 'advice'],
  ['with a sign', gapsOf(7, 70, 83), true, 'advice'],
  ['eight long gaps that vary', gapsOf(7, 70, 84), false, undefined],
  ['seven long gaps of the same length', gapsOf(7, 100), false, undefined],
])('%s: %j', (_title, gaps, hasSign, level) => {
  expect(levelOf(gaps, hasSign)).toBe(level)
})
