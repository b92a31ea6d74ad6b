// The key belongs to every call.

import { testRule, times } from './standing.ts'

const keyless = { userAgent: 'pet-client/1.2' }
const REFUSED = { status: 401 }

testRule('authenticates', [
  ['sends its key', 'passed', (sandbox) => void sandbox.call()],
  ['never sends a key', 'failed', (sandbox) => times(3, () => sandbox.call({}, REFUSED, keyless)), /No call had a key/],
  [
    'forgets it with one operation',
    'failed',
    (sandbox) => {
      sandbox.call()
      sandbox.call({ path: '/v1/store/orders' }, REFUSED, keyless)
    },
    /never with listOrders/,
  ],
  [
    'leaves it out once, in a test of the refusal',
    'passed',
    (sandbox) => {
      sandbox.call()
      sandbox.call({}, REFUSED, keyless)
    },
  ],
  [
    'leaves it out as another program that never has one',
    'passed',
    (sandbox) => {
      sandbox.call()
      sandbox.call({ path: '/v1/store/orders' }, REFUSED, { userAgent: 'curl/8' })
    },
  ],
  [
    'announces the refusal',
    'passed',
    (sandbox) => {
      sandbox.call()
      sandbox.call({ path: '/v1/store/orders', testCase: { name: 'no key', expect: [401] } }, REFUSED, keyless)
    },
  ],
  ['does not call', 'not-exercised', () => {}],
])
