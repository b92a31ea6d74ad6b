// Names that the contract does not have.

import { testRule } from './standing.ts'

testRule('known-fields', [
  ['sends what the contract has', 'passed', (sandbox) => void sandbox.call({ query: 'limit=2' })],
  ['sends an unknown parameter', 'advised', (sandbox) => void sandbox.call({ query: 'limt=2' }), /^Limt is not in the contract/],
  [
    'sends an unknown field',
    'advised',
    (sandbox) => void sandbox.call({ method: 'POST', body: '{"name":"x","categoryId":1,"colour":"red"}' }, { status: 201 }),
  ],
  [
    'announces a refusal',
    'not-exercised',
    (sandbox) => void sandbox.call({ query: 'limt=2', testCase: { name: 'a', expect: [400] } }, { status: 400 }),
  ],
  [
    'calls nothing of the contract',
    'not-exercised',
    (sandbox) => void sandbox.call({ path: '/v1/nothing', query: 'limt=2' }, { status: 404 }),
  ],
])
