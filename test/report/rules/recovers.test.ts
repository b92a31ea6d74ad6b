// Clients that never try again after a 429 or 503.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule, times } from './standing.ts'

const LIMITED = { status: 429, retryAfter: 2, passes: 'used-up' } as const
const PATHS = ['/v1/pets', '/v1/store/orders', '/v1/pets/1']

/** This many failures in different operations or tests; then the client runs for this many milliseconds. */
const fails =
  (count: number, livesOn: number, answer: object = LIMITED, ask: object = {}) =>
  (sandbox: VirtualSandbox) => {
    times(count, (index) => sandbox.call({ path: PATHS[index % 3] ?? '', ...ask }, answer))
    sandbox.sleep(livesOn)
    sandbox.call({ query: 'limit=7' })
  }

testRule('recovers', [
  ['never tries again', 'advised', fails(3, 8000), /3 calls got a temporary 429 or 503/],
  ['fails twice only', 'not-exercised', fails(2, 8000)],
  ['is not seen long enough', 'not-exercised', fails(3, 6900)],
  ['never tries again after a 503', 'advised', fails(3, 8000, { status: 503, retryAfter: 1, passes: 'luck' })],
  ['never tries again after the real limit', 'advised', fails(3, 8000, { status: 429, retryAfter: 2, isReal: true })],
  ['meets scenarios that never end', 'not-exercised', fails(3, 8000, { ...LIMITED, passes: 'never' })],
  ['is asked to wait for more than a minute', 'not-exercised', fails(3, 80_000, { ...LIMITED, retryAfter: 61 })],
  ['announces the 429', 'not-exercised', fails(3, 8000, LIMITED, { testCase: { name: 'a', expect: [429] } })],
  [
    'fails with one operation of one test',
    'not-exercised',
    (sandbox) => {
      times(3, (index) => sandbox.call({ query: `limit=${index + 1}`, testCase: { name: 'a' } }, LIMITED))
      sandbox.sleep(8000)
      sandbox.call({ query: 'limit=7' })
    },
  ],
  [
    'tries again, by another test',
    'passed',
    (sandbox) => {
      fails(3, 8000)(sandbox)
      sandbox.call({ path: '/v1/store/orders', testCase: { name: 'later' } })
    },
  ],
  [
    'ends soon, and another program has its key',
    'not-exercised',
    (sandbox) => {
      times(3, (index) => sandbox.call({ path: PATHS[index] ?? '' }, LIMITED))
      sandbox.disconnect()
      sandbox.sleep(8000)
      sandbox.call({ query: 'limit=7' }, {}, { key: 'sandbox_free_w1', userAgent: 'other/1' })
    },
  ],
  [
    'stays, and another program has its key',
    'advised',
    (sandbox) => {
      times(3, (index) => sandbox.call({ path: PATHS[index] ?? '' }, LIMITED))
      sandbox.sleep(2000)
      sandbox.disconnect()
      sandbox.sleep(8000)
      sandbox.call({ query: 'limit=7' }, {}, { key: 'sandbox_free_w1', userAgent: 'other/1' })
    },
  ],
  ['never meets a 429', 'not-exercised', (sandbox) => void sandbox.call()],
])
