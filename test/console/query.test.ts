import { expect, test } from 'vitest'
import { createMatches, parseQuery } from '../../src/console/query.ts'
import { createEntry } from '../support/exchanges.ts'

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
  ['cause:answered', false],
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
  ['status:4xx status:2xx', true],
  ['world:w1 world:w2 status:404', false],
  ['method:get', true],
  ['method:POST', false],
  ['id:req_abc_9,req_abc_1', true],
  ['id:req_abc_9', false],
  ['after:2026-01-01', true],
  ['after:2026-01-02', false],
  ['after:req_abc_0', true],
  ['after:req_abc_1', false],
  ['after:req_xyz_0', false],
  ['status:abc', true],
])('%s: %s', (query, expected) => {
  expect(createMatches(parseQuery(query))(entry)).toBe(expected)
})

test('calls without a reply are found as none and as failed', () => {
  const { reply, ...rest } = entry
  for (const query of ['status:none', 'status:failed']) expect(createMatches(parseQuery(query))(rest)).toBe(true)
})

test.each([
  ['stauts:404', ['There is no field stauts: did you mean status:404?']],
  ['status:abc', ['status:abc is left out: a status is 404, 4xx, failed, or none for no reply.']],
  ['after:noon', ['after:noon is left out: a time is 14:03, 2030-12-05T14:03 or the id of a request.']],
  ['status:404 http://127.0.0.1 x-trace: after:14:03 colour:red', []],
])('of %s the page says what it did not understand', (query, problems) => {
  expect(parseQuery(query).problems).toEqual(problems)
})
