// Clients that never try a GET again.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule, times } from './standing.ts'

const PATHS = ['/v1/pets', '/v1/store/orders', '/v1/pets/1']

const fails =
  (answer: object, ask: object = {}) =>
  (sandbox: VirtualSandbox) => {
    times(3, (index) => sandbox.call({ path: PATHS[index] ?? '', testCase: { name: `test ${index}` }, ...ask }, answer))
    sandbox.sleep(6000)
    sandbox.call({ query: 'limit=7' })
  }

testRule('retries-safe-calls', [
  ['never tries again after a 500', 'advised', fails({ status: 500, passes: 'used-up' }), /3 GETs got a temporary server error/],
  ['never tries again after a broken connection', 'advised', fails({ fault: 'reset', passes: 'used-up' })],
  [
    'never creates again after a broken connection',
    'not-exercised',
    (sandbox) => {
      times(3, (index) =>
        sandbox.call({ method: 'POST', body: '{}', testCase: { name: `test ${index}` } }, { fault: 'reset', passes: 'used-up' }),
      )
      sandbox.sleep(6000)
      sandbox.call()
    },
  ],
  ['meets errors that never end', 'not-exercised', fails({ status: 500, passes: 'never' })],
  [
    'tries one of them again',
    'passed',
    (sandbox) => {
      fails({ status: 500, passes: 'used-up' })(sandbox)
      sandbox.call({ path: '/v1/pets/1' })
    },
  ],
  ['meets a 503 only', 'not-exercised', fails({ status: 503, retryAfter: 1, passes: 'used-up' })],
  ['never fails', 'not-exercised', (sandbox) => void sandbox.call()],
])
