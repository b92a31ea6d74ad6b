import { expect, test } from 'vitest'
import { createMatches, parseQuery, withField } from '../../src/console/query.ts'
import { createEntry } from './entries.ts'

const entry = createEntry(1, {
  testCase: { name: 'creates a pet' },
  causes: [{ name: 'scenario', parameters: { name: 'flaky', step: 1 } }],
})

test.each([
  ['', true],
  ['status:200', true],
  ['status:2xx', true],
  ['status:2XX', true],
  ['status:4xx', false],
  ['status:failed', false],
  ['status:none', false],
  ['operation:listPets', true],
  ['operation:createPet', false],
  ['cause:scenario', true],
  ['cause:flaky', true],
  ['cause:handler', false],
  ['world:w1', true],
  ['world:w', false],
  ['case:"creates a pet"', true],
  ['case:creates', false],
  ['key:sandbox_free_w1', true],
  ['rex', true],
  ['REX blue', true],
  ['"x-trace: blue"', true],
  ['rex green', false],
  ['world:w1 status:2xx rex', true],
  ['world:w1 status:4xx rex', false],
  ['http://127.0.0.1', false],
  ['127.0.0.1:4010', true],
])('%s: %s', (query, expected) => {
  expect(createMatches(parseQuery(query))(entry)).toBe(expected)
})

test('calls without a reply are found as none and as failed', () => {
  const { reply, ...rest } = entry
  for (const query of ['status:none', 'status:failed']) expect(createMatches(parseQuery(query))(rest)).toBe(true)
})

test.each([
  ['', 'status', '4xx', 'status:4xx'],
  ['status:2xx rex', 'status', '4xx', 'status:4xx rex'],
  ['status:2xx rex', 'status', '', 'rex'],
  ['"two words"', 'case', 'creates a pet', 'case:"creates a pet" "two words"'],
] as const)('%j with %s %j is %j', (query, field, value, expected) => {
  expect(withField(query, field, value)).toBe(expected)
})
