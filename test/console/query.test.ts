import { expect, test } from 'vitest'
import { createMatches } from '../../src/console/query.ts'
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
  ['Operation:listpets Cause:Flaky WORLD:W1 case:"Creates a Pet" key:SANDBOX_free_w1 Method:Get', true],
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
  ['status:abc', false],
  ['world:""', true],
  ['"rex', true],
  ['"rex blue', false],
  ['http://rex', false],
])('%s: %s', (query, expected) => {
  expect(createMatches(query)(entry)).toBe(expected)
})

test('the cause of an ordinary reply is called handler or answered', () => {
  const plain = createEntry(1)
  const found = ['cause:answered', 'cause:handler', 'cause:flaky', 'cause:ban'].filter((query) => createMatches(query)(plain))
  expect(found).toEqual(['cause:answered', 'cause:handler'])
})

test('failures begin with the status 400', () => {
  const withStatus = (status: number) => createEntry(1, { reply: { status, headers: {}, body: { bytes: 0 } } })
  expect([399, 400].map((status) => createMatches('status:failed')(withStatus(status)))).toEqual([false, true])
})

test('calls without a reply are found as none and as failed', () => {
  const { reply, ...rest } = entry
  for (const query of ['status:none', 'status:failed', 'Status:None', 'Status:Failed']) expect(createMatches(query)(rest)).toBe(true)
})
