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

/** 21 calls one after the other, of which so many come on a new connection; the first one does not count. */
const mixed = (fresh: number) => (sandbox: VirtualSandbox) =>
  times(21, (index) => {
    const client = { key: 'sandbox_free_w1', userAgent: 'pet-client/1.2' }
    const pending = sandbox.begin({}, client, index > 0 && index <= fresh ? sandbox.now : undefined)
    sandbox.sleep(1)
    sandbox.end(pending)
    sandbox.sleep(10)
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
  ['comes back after 999 ms each time', 'advised', calls(40, { reconnects: true }, {}, 999)],
  ['comes back after a second each time', 'not-exercised', calls(40, { reconnects: true }, {}, 1000)],
  ['opens a connection for 18 of 20 calls', 'advised', mixed(18)],
  ['opens a connection for 17 of 20 calls', 'passed', mixed(17)],
  ['is told to close', 'not-exercised', calls(40, { reconnects: true }, { headers: { Connection: 'close' } })],
  ['is Wget', 'not-exercised', calls(40, { reconnects: true, userAgent: 'Wget/1.21' })],
  ['is curl', 'not-exercised', calls(40, { reconnects: true, userAgent: 'curl/8.5.0' })],
  ['has its connections broken', 'not-exercised', calls(40, {}, { fault: 'reset' })],
  ['does not call', 'not-exercised', () => {}],
])
