// The key belongs to every call.

import { testRule, times } from './standing.ts'

const keyless = { userAgent: 'pet-client/1.2' }
const WRONG = { key: 'sk_live_1', hasWrongKey: true, userAgent: 'pet-client/1.2' }
const REFUSED = { status: 401 }

testRule('authenticates', [
  ['sends its key', 'passed', (sandbox) => void sandbox.call()],
  ['never sends a key', 'failed', (sandbox) => times(3, () => sandbox.call({}, REFUSED, keyless)), /No call had a key/],
  ['has the wrong key', 'failed', (sandbox) => times(3, () => sandbox.call({}, REFUSED, WRONG)), /^None of 3 calls had a valid key/],
  [
    'has the wrong key and sometimes none',
    'failed',
    (sandbox) => {
      sandbox.call({}, REFUSED, WRONG)
      sandbox.call({}, REFUSED, keyless)
    },
    /^None of 2 calls had a valid key \(pet-client\)\.\n$/,
  ],
  [
    'has the wrong key, beside another program with a valid one',
    'failed',
    (sandbox) => {
      sandbox.call()
      times(3, () => sandbox.call({}, REFUSED, { ...WRONG, userAgent: 'order-client/2' }))
    },
    /^None of 3 calls had a valid key \(order-client\)/,
  ],
  [
    'sends a wrong key in a test of the refusal',
    'passed',
    (sandbox) => {
      sandbox.call()
      times(4, () => sandbox.call({}, REFUSED, WRONG))
    },
  ],
  [
    'announces that its wrong key is refused, and calls nothing else',
    'not-exercised',
    (sandbox) => times(3, () => sandbox.call({ testCase: { name: 'wrong key', expect: [401] } }, REFUSED, WRONG)),
  ],
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
