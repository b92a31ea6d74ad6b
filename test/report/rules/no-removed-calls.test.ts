// Calls after the removal date of an operation.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule, times } from './standing.ts'

const AFTER = Date.UTC(2031, 0, 1)
const GET = { path: '/v1/pets/1' }
const GONE = { status: 404 }

const in2031 =
  (...asks: object[]) =>
  (sandbox: VirtualSandbox) => {
    sandbox.setClock(AFTER)
    for (const ask of asks) sandbox.call(ask, GONE)
  }

testRule('no-removed-calls', [
  ['works without the operation', 'passed', in2031({})],
  ['calls it in one test', 'advised', in2031(GET, GET, GET), /^pet-client called getPet after its removal date/],
  ['calls it in two tests', 'failed', (sandbox) => times(2, () => in2031(GET)(sandbox))],
  [
    'calls it on the last day',
    'not-exercised',
    (sandbox) => {
      sandbox.setClock(Date.UTC(2030, 11, 4, 23, 59, 59))
      sandbox.call(GET)
    },
  ],
  [
    'announces the refusal in two tests',
    'not-exercised',
    (sandbox) => times(2, () => in2031({ ...GET, testCase: { name: 'a', expect: [404] } })(sandbox)),
  ],
  ['calls it before', 'not-exercised', (sandbox) => void sandbox.call(GET)],
])
