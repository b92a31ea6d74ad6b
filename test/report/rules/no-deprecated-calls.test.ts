// Calls of a deprecated operation.

import { testRule } from './standing.ts'

testRule('no-deprecated-calls', [
  ['calls what replaces it', 'passed', (sandbox) => void sandbox.call({ query: 'status=sold' })],
  [
    'calls it',
    'advised',
    (sandbox) => void sandbox.call({ path: '/v1/pets/1' }),
    /removed on 2030-12-05. It was called by pet-client\/1.2/,
  ],
  [
    'calls it after its removal, which is another rule',
    'not-exercised',
    (sandbox) => {
      sandbox.setClock(Date.UTC(2031, 0, 1))
      sandbox.call({ path: '/v1/pets/1' }, { status: 404 })
    },
  ],
  ['calls nothing of the contract', 'not-exercised', (sandbox) => void sandbox.call({ path: '/v1/nothing' }, { status: 404 })],
])
