// A refused call is refused again.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { NAMED, testRule, times } from './standing.ts'

const tries =
  (count: number, status: number, ask: object = {}) =>
  (sandbox: VirtualSandbox) =>
    times(count, () => sandbox.call(ask, { status }))

testRule('gives-up-on-refusals', [
  ['stops after a 401', 'passed', tries(1, 401)],
  ['tries a 401 again three times', 'failed', tries(4, 401, NAMED), /4 times although it was refused with 401/],
  ['tries a 400 again three times', 'failed', tries(4, 400, NAMED)],
  ['tries it again twice', 'passed', tries(3, 401, NAMED)],
  [
    'gets the same refusal in nine tests',
    'not-exercised',
    tries(9, 400),
    /^\n?9 calls were refused, but nothing shows that these were retries\. Name each test/,
  ],
  ['gets it ten times in a row', 'failed', tries(10, 400)],
  ['announces the refusal', 'not-exercised', tries(10, 401, { testCase: { name: 'a', expect: [401] } })],
  ['polls for what does not exist', 'not-exercised', tries(10, 404, NAMED)],
  [
    'sends another request each time',
    'passed',
    (sandbox) => times(12, (index) => sandbox.call({ query: `limit=${index + 200}` }, { status: 400 })),
  ],
  ['is never refused', 'not-exercised', (sandbox) => void sandbox.call()],
])
