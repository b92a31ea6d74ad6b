import { expect, test } from 'vitest'
import type { Draft } from '../../src/console/composer/draft.ts'
import { findRefusals } from '../../src/console/composer/refusals.ts'
import { asHeader, asPrefix } from '../../src/console/snippets.ts'
import { loadOwnScenarios } from '../../src/package-files.ts'
import { createReadPrefix } from '../../src/scenarios/prefix.ts'
import { parseScenarios } from '../../src/scenarios/switch-headers.ts'

const PLAIN: Draft = {
  method: 'GET',
  target: '/v1/pets',
  key: 'sandbox_free',
  headers: [],
  body: '',
  scenario: '',
  parameters: {},
  lost: '',
}

test('a plain request has no refusal', () => {
  expect(findRefusals(PLAIN, 'http://127.0.0.1:4010')).toEqual([])
  expect(
    findRefusals(
      {
        ...PLAIN,
        method: 'POST',
        body: '{}',
        headers: [
          ['Content-Type', 'text/html'],
          ['', ''],
        ],
      },
      'http://a',
    ),
  ).toEqual([])
})

test.each<[string, Partial<Draft>, RegExp]>([
  ['a body with GET', { body: '{}' }, /sends no body with GET/],
  ['a body with HEAD', { method: 'HEAD', body: '{}' }, /sends no body with HEAD/],
  ['TRACE', { method: 'TRACE' }, /does not send TRACE/],
  ['a method of two words', { method: 'GET IT' }, /The method has characters that HTTP does not allow/],
  ...['Host', 'cookie', 'Expect', 'Sec-Fetch-Site', 'Transfer-Encoding', 'User-Agent'].map((name): [string, Partial<Draft>, RegExp] => [
    name,
    { headers: [[name, 'x']] },
    new RegExp(`set ${name}`),
  ]),
  ['letters beyond Latin-1', { headers: [['X-Name', '犬']] }, /X-Name has characters/],
  ['a line break', { headers: [['X-Name', 'a\r\nX-Evil: b']] }, /X-Name has characters/],
  ['a name of two words', { headers: [['X Name', 'a']] }, /X Name has characters/],
  ['dots that the browser resolves', { target: '/v1/../pets' }, /another address: \/pets/],
  ['a fragment', { target: '/v1/pets#x' }, /another address/],
  ['spaces', { target: '/v1/pets?a b' }, /another address: \/v1\/pets\?a%20b/],
  ['no slash', { target: 'v1' }, /begin with a slash/],
  ['an open place', { target: '/v1/pets/{petId}' }, /has no value yet/],
  ['a redacted key', { key: '[redacted]' }, /does not keep credentials: replace \[redacted\] in the key/],
  ['a redacted header', { headers: [['Authorization', 'Basic [redacted]']] }, /in Authorization/],
  ['a redacted query', { target: '/v1/pets?api_key=[redacted]' }, /in the address/],
  ['a body that was cut', { lost: 'Only the beginning was kept.' }, /Only the beginning/],
])('%s is named', (_title, part, message) => {
  expect(findRefusals({ ...PLAIN, ...part }, 'http://127.0.0.1:4010').join('\n')).toMatch(message)
})

test.each([
  ['flaky', { failures: 2 }],
  ['slow', { delay: 0.25 }],
  ['rate-limited', { window: 'day', 'retry-after': 5 }],
  ['retry-after-forms', { extreme: true }],
  ['reset', { commit: 'before' }],
])('%s with %j is written as the sandbox reads it, as a header and in a base URL', async (name, values) => {
  const catalogue = await loadOwnScenarios([])
  const { key } = catalogue.setUp({ name, parameters: values })
  expect(catalogue.setUpAll(parseScenarios(asHeader(name, values)))).toMatchObject([{ key }])
  const readPrefix = createReadPrefix({ catalogue, readChoices: () => ({}) })
  expect(readPrefix(asPrefix(name, values)).groups).toMatchObject([[{ key }]])
})
