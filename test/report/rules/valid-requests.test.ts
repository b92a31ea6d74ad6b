// Requests that break the contract: more often than not is a mistake, fewer times may be a test.

import { expect, test } from 'vitest'
import { judge, ruleOf, testRule, times } from './standing.ts'

const create = (body: string, expected?: number) => ({
  method: 'POST',
  body,
  ...(expected !== undefined && { testCase: { name: 'refuses', expect: [expected] } }),
})
const GOOD = create('{"name":"Rex","categoryId":1}')

testRule('valid-requests', [
  ['keeps the contract', 'passed', (sandbox) => void sandbox.call(GOOD, { status: 201 })],
  [
    'breaks it each time',
    'failed',
    (sandbox) => times(2, () => sandbox.call(create('{"name":"Rex"}'), { status: 400 })),
    /2 of 2 .*categoryId is missing/,
  ],
  [
    'breaks it as often as it keeps it',
    'advised',
    (sandbox) => {
      times(2, () => sandbox.call(GOOD, { status: 201 }))
      times(2, () => sandbox.call(create('{}'), { status: 400 }))
    },
    /2 of 4 requests break the contract/,
  ],
  [
    'breaks it once more than it keeps it',
    'failed',
    (sandbox) => {
      sandbox.call(GOOD, { status: 201 })
      times(2, () => sandbox.call(create('{}'), { status: 400 }))
    },
  ],
  [
    'breaks it at another place each time, and mostly keeps it',
    'advised',
    (sandbox) => {
      times(3, () => sandbox.call(GOOD, { status: 201 }))
      sandbox.call(create('{"name":"Rex"}'), { status: 400 })
      sandbox.call(create('{"categoryId":1}'), { status: 400 })
      sandbox.call(create('{"name":1,"categoryId":1}'), { status: 400 })
    },
  ],
  ['announces the refusal', 'not-exercised', (sandbox) => times(5, () => sandbox.call(create('{}', 400), { status: 400 }))],
  [
    'announces another status',
    'failed',
    (sandbox) => void sandbox.call(create('{}', 404), { status: 400 }),
    /1 of 1 requests breaks the contract/,
  ],
  [
    'makes up a cursor, which is no part of the documented contract',
    'passed',
    (sandbox) => void sandbox.call({ query: 'cursor=x' }, { status: 400 }),
  ],
  ['never calls an operation', 'not-exercised', (sandbox) => void sandbox.call({ path: '/v1/nothing' }, { status: 404 })],
])

test('a finding names operation, place and case', () => {
  const { findings } = ruleOf(
    judge((sandbox) => void sandbox.call({ query: 'limit=500', testCase: { name: 'lists' } }, { status: 400 })),
    'valid-requests',
  )
  expect(findings).toMatchObject([
    { level: 'fail', operation: 'listPets', in: 'query', place: 'limit', case: 'lists', world: 'w1', count: 1 },
  ])
})
