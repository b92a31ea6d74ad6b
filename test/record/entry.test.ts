// An exchange that was turned into bytes and back is unchanged.

import { expect, test } from 'vitest'
import type { Exchange } from '../../src/ground/generated/control.ts'
import { createEncoder, decode } from '../../src/record/entry.ts'
import { createExchange, without } from '../support/exchanges.ts'

const at = { real: 1_800_000_000_000, monotonic: 12.5, world: 1_900_000_000_000 }

/** No two fields have the same number. */
const plain = createExchange(7, {
  session: 4,
  revision: 5,
  arrived: at,
  connection: { id: 3, use: 2, address: '127.0.0.1' },
  request: {
    method: 'GET',
    target: '/~world=w1/v1/pets?limit=2',
    prefix: '/~world=w1',
    path: '/v1/pets',
    query: 'limit=2',
    origin: 'http://127.0.0.1:4010',
    headers: ['Host', '127.0.0.1:4010', 'X-Empty', '', 'X-Name', 'caf\u00e9'],
  },
  count: { at, verdict: 'served', window: 'day', limit: 1000, remaining: 999, reset: 1_900_000_060, retryAfter: 60 },
  assumed: ['order', 'paging'],
  reply: { status: 200, headers: { Link: '<x>; rel="next"' }, body: { text: '[]', bytes: 2 } },
})

const request = (more: Partial<Exchange['request']>) => ({ request: { ...plain.request, ...more } })

test.each<[string, Exchange]>([
  ['of the usual kind', plain],
  ['that is still under way', without(['replied', 'closed', 'reply', 'operation'], plain)],
  ['without a key', { ...plain, caller: { refusal: { given: true, message: 'no "key"\nof ours' } } }],
  ['with a body in many scripts', { ...plain, ...request({ body: { text: '{"name":"Zo\u00eb \u{1f431} \n"}', bytes: 23 } }) }],
  ['with an empty body', { ...plain, ...request({ body: { text: '', bytes: 0 } }) }],
  ['with a body that is not UTF-8', { ...plain, ...request({ body: { base64: '/w==', bytes: 1 } }) }],
  ['with a body that was cut', { ...plain, ...request({ body: { text: 'x', bytes: 70_000, sha256: 'ab' } }) }],
  [
    'with all rare fields',
    {
      ...plain,
      testCase: { name: 'a case', expect: [200, 429] },
      violations: [{ code: 'invalid_parameter', in: 'query', place: 'limit', message: 'limit must be at most 100' }],
      warnings: [{ code: 'unknown_field', message: 'a warning \u2603', in: 'body', place: '/x' }],
      answeredBy: 'scenario',
      appliedSteps: [{ scenario: 'flaky', step: 1, acted: true }],
      causes: [{ name: 'scenario', parameters: { name: 'flaky', step: 1 } }],
      shown: { window: 'minute', limit: 60, remaining: 0, reset: 1, retryAfter: 5 },
      delivered: 'part',
      fault: 'truncated',
      failure: 'Error: x\n    at y',
    },
  ],
])('an exchange %s', (_title, exchange) => {
  expect(decode(createEncoder()(exchange))).toEqual(exchange)
})

test('one encoder can encode exchanges of any size, one after the other', () => {
  const encode = createEncoder()
  const large = { ...plain, reply: { status: 200, headers: {}, body: { text: 'é'.repeat(100_000), bytes: 200_000 } } }
  for (const exchange of [plain, large, plain]) expect(decode(Buffer.from(encode(exchange)))).toEqual(exchange)
})
