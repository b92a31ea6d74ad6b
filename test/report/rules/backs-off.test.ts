// The wait grows from try to try. The numbers come from the simulation in bench/judge/.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
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
