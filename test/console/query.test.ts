import { expect, onTestFinished, test, vi } from 'vitest'
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
  ['after:2026-01-01T00:00:00.000Z', true],
  ['after:2026-01-01T00:00:00.001Z', false],
  ['status:abc', true],
  ['world:""', true],
  ['"rex', true],
  ['"rex blue', false],
  ['http://rex', false],
])('%s: %s', (query, expected) => {
  expect(createMatches(parseQuery(query))(entry)).toBe(expected)
})

test('the cause of an ordinary reply is called handler or answered', () => {
  const plain = createEntry(1)
  const found = ['cause:answered', 'cause:handler', 'cause:flaky', 'cause:ban'].filter((query) => createMatches(parseQuery(query))(plain))
  expect(found).toEqual(['cause:answered', 'cause:handler'])
})

test('failures begin with the status 400', () => {
  const withStatus = (status: number) => createEntry(1, { reply: { status, headers: {}, body: { bytes: 0 } } })
  expect([399, 400].map((status) => createMatches(parseQuery('status:failed'))(withStatus(status)))).toEqual([false, true])
})

test('a time without a date is a time of today', () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ now: entry.arrived.real + 1000, toFake: ['Date'] })
  const at = (minutes: number) => new Date(entry.arrived.real + minutes * 60_000).toTimeString().slice(0, 5)
  expect([at(0), at(1)].map((time) => createMatches(parseQuery(`after:${time}`))(entry))).toEqual([true, false])
})

test('calls without a reply are found as none and as failed', () => {
  const { reply, ...rest } = entry
  for (const query of ['status:none', 'status:failed']) expect(createMatches(parseQuery(query))(rest)).toBe(true)
})

test.each([
  ['stauts:404', ['There is no field stauts: did you mean status:404?']],
  ['status:abc', ['status:abc is left out: a status is 404, 4xx, failed, or none for no reply.']],
  ['after:1', ['after:1 is left out: a time is 14:03, 2030-12-05T14:03 or the id of a request.']],
  [
    'status:none status:600 status:099',
    ['status:600', 'status:099'].map((one) => `${one} is left out: a status is 404, 4xx, failed, or none for no reply.`),
  ],
  ['after:noon', ['after:noon is left out: a time is 14:03, 2030-12-05T14:03 or the id of a request.']],
  ['status:""', []],
  ['status:404 http://127.0.0.1 x-trace: after:14:03 colour:red', []],
])('of %s the page says what it did not understand', (query, problems) => {
  expect(parseQuery(query).problems).toEqual(problems)
})
