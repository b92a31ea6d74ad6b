// Connections are kept open.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule, times } from './standing.ts'

const calls =
  (count: number, client: object = {}, answer: object = {}, gap = 10) =>
  (sandbox: VirtualSandbox) =>
    times(count, () => {
      sandbox.call({}, answer, { key: 'sandbox_free_w1', userAgent: 'pet-client/1.2', ...client })
      sandbox.sleep(gap)
    })

testRule('reuses-connections', [
  ['keeps its connection', 'passed', calls(21)],
  [
    'opens a connection for each call',
    'advised',
    calls(21, { reconnects: true }),
    /Of 20 calls one after the other, 20 came on a new connection/,
  ],
  ['calls too seldom to tell', 'not-exercised', calls(20, { reconnects: true })],
  ['lets connections go idle', 'not-exercised', calls(40, { reconnects: true }, {}, 2000)],
  ['is curl', 'not-exercised', calls(40, { reconnects: true, userAgent: 'curl/8.5.0' })],
  ['has its connections broken', 'not-exercised', calls(40, {}, { fault: 'reset' })],
  ['does not call', 'not-exercised', () => {}],
])
