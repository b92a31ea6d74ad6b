// A client has to wait when a reply asks for it.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { NAMED, testRule, times } from './standing.ts'

const LIMITED = { status: 429, retryAfter: 2, passes: 'used-up' } as const
const FOR_GOOD = { status: 429, retryAfter: 2, passes: 'never' } as const
const BUSY = { status: 503, retryAfter: 2, passes: 'used-up' } as const
const REAL = { status: 429, retryAfter: 40, isReal: true } as const

/** A 429, a pause of this many milliseconds, and the same call again. */
const twice =
  (ms: number, answer: object = LIMITED, ask: object = NAMED) =>
  (sandbox: VirtualSandbox) => {
    sandbox.call(ask, answer)
    sandbox.sleep(ms)
    sandbox.call(ask)
  }

testRule('honours-retry-after', [
  ['waits as long as it is asked', 'passed', twice(2000)],
  ['waits 50 ms less', 'passed', twice(1951)],
  ['comes back 60 ms early', 'failed', twice(1938), /came back 1.94 s after a 429 that asked for 2 s/],
  ['comes back at once', 'failed', twice(5), /came back 6 ms|came back 5 ms/],
  ['comes back early after a 503', 'failed', twice(500, BUSY), /after a 503/],
  ['waits out a 503', 'passed', twice(2000, BUSY)],
  ['comes back within the second of a date', 'passed', twice(1100, { ...LIMITED, form: 'date' })],
  [
    'comes back early, with a header that counts its tries as the sign',
    'failed',
    (sandbox) => {
      sandbox.call({}, FOR_GOOD)
      sandbox.sleep(100)
      sandbox.call({ headers: { 'X-Retry-Count': '1' } }, FOR_GOOD)
    },
  ],
  [
    'comes back early, with an id that both tries share as the sign',
    'failed',
    (sandbox) => {
      const ask = { headers: { 'Idempotency-Key': '0e3c9bd6-4b0f-4a53-b14b-0d9e3f0a7c11' } }
      sandbox.call({ query: 'limit=3' })
      sandbox.call(ask, FOR_GOOD)
      sandbox.sleep(100)
      sandbox.call(ask, FOR_GOOD)
    },
  ],
  [
    'sends the same id with other calls too, so that it is no sign',
    'not-exercised',
    (sandbox) => {
      const headers = { 'X-Correlation-Id': '0e3c9bd6-4b0f-4a53-b14b-0d9e3f0a7c11' }
      sandbox.call({ headers, query: 'limit=3' })
      times(2, () => sandbox.call({ headers }, FOR_GOOD))
    },
  ],
  ['succeeds early and stops, where the steps of the scenario end', 'failed', twice(100, LIMITED, {})],
  [
    'goes on after the success, so that it may be tests in a row',
    'not-exercised',
    (sandbox) => {
      twice(100, LIMITED, {})(sandbox)
      sandbox.call()
    },
  ],
  ['forces the same 429 in five tests, one after the other', 'not-exercised', (sandbox) => times(5, () => sandbox.call({}, FOR_GOOD))],
  ['sends the same call three times early after real 429s', 'failed', (sandbox) => times(4, () => sandbox.call({}, REAL))],
  ['sends it twice early after real 429s', 'not-exercised', (sandbox) => times(3, () => sandbox.call({}, REAL))],
  ['presses on nine times where a scenario refuses for good', 'failed', (sandbox) => times(9, () => sandbox.call({}, FOR_GOOD))],
  ['announces the 429', 'not-exercised', (sandbox) => times(9, () => sandbox.call({ testCase: { name: 'a', expect: [429] } }, FOR_GOOD))],
  [
    'sends 21 other calls while a real 429 asks it to wait',
    'failed',
    (sandbox) => {
      sandbox.call({}, REAL)
      sandbox.sleep(300)
      times(21, (index) => sandbox.call({ query: `limit=${index + 1}` }, REAL))
    },
    /more than 20 other calls while a 429 asked it to wait for 40 s/,
  ],
  [
    'sends other calls that are served, because somebody raised the limit',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, REAL)
      sandbox.sleep(300)
      times(25, (index) => sandbox.call({ query: `limit=${index + 1}` }))
    },
  ],
  [
    'announces the 429 of each of 25 other calls',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, REAL)
      sandbox.sleep(300)
      times(25, (index) => sandbox.call({ query: `limit=${index + 1}`, testCase: { name: 'a', expect: [429] } }, REAL))
    },
  ],
  [
    'sends 20 other calls',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, REAL)
      sandbox.sleep(300)
      times(20, (index) => sandbox.call({ query: `limit=${index + 1}` }, REAL))
    },
  ],
  [
    'had the second call under way on another connection when the 429 came',
    'not-exercised',
    (sandbox) => {
      const first = sandbox.begin(NAMED)
      const second = sandbox.begin(NAMED)
      sandbox.sleep(20)
      sandbox.end(first, LIMITED)
      sandbox.end(second)
    },
  ],
  [
    'calls in parallel over three connections',
    'not-exercised',
    (sandbox) => {
      const pending = [1, 2, 3].map(() => sandbox.begin(NAMED))
      sandbox.sleep(20)
      for (const one of pending) sandbox.end(one, LIMITED)
      times(5, () => sandbox.call(NAMED, LIMITED))
    },
  ],
  [
    'has its sleep mocked and the clock advanced',
    'passed',
    (sandbox) => {
      sandbox.call(NAMED, LIMITED)
      sandbox.advance(2)
      sandbox.call(NAMED)
    },
  ],
  [
    'gives up after the same wait, and is called again by the same test',
    'not-exercised',
    (sandbox) => {
      for (const gap of [0, 1001, 1001, 5, 1001]) {
        sandbox.sleep(gap)
        sandbox.call(NAMED, { status: 429, retryAfter: 1, passes: 'never' })
      }
    },
  ],
  [
    'comes back at once after a 429 with another wait than before',
    'failed',
    (sandbox) => {
      for (const [gap, retryAfter] of [
        [0, 1],
        [1001, 2],
        [5, 2],
      ] as const) {
        sandbox.sleep(gap)
        sandbox.call(NAMED, { status: 429, retryAfter, passes: 'never' })
      }
    },
  ],
  ['gives up', 'not-exercised', (sandbox) => void sandbox.call(NAMED, LIMITED)],
  [
    'is put scenarios on between its calls',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, LIMITED)
      sandbox.putScenarios('x')
      sandbox.call({}, LIMITED)
    },
  ],
])
