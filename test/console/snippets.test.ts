// Runs the code that the console copies for curl and JavaScript, and pins the text for all languages. snippets.languages.ts runs
// the code for Python, Go and Java.

import { expect, test } from 'vitest'
import { FIRST_CALL, type Replayed, renderCurl } from '../../src/console/snippets.ts'
import { REQUESTS, testSnippet } from './replay.ts'

testSnippet('curl')
testSnippet('fetch')

/** Each request has a part that the code must leave out, or write in a special way. */
const PINNED: Readonly<Record<string, Omit<Replayed, 'origin'>>> = {
  'what a text in the code escapes': REQUESTS['int64 and quotes'] as Omit<Replayed, 'origin'>,
  'headers that tools send themselves': {
    method: 'GET',
    target: '/v1/pets',
    headers: [
      ['Host', '127.0.0.1:4010'],
      ['Authorization', 'Bearer a'],
      ['Connection', 'close'],
      ['X-Empty', ''],
    ],
  },
  'a whole address, with dots in its path': { method: 'HEAD', target: 'http://other/v1/../pets', headers: [['Host', 'other']] },
  'a body of which the beginning was kept': {
    method: 'POST',
    target: '/v1/pets?x={a}',
    headers: [['content-type', 'a/b']],
    body: { text: 'it\'s "x"', bytes: 8, sha256: 'y' },
  },
  'a body without a type': { method: 'PUT', target: '/v1/pets/.', headers: [], body: { text: 'x', bytes: 1 } },
  'a body of GET': { method: 'GET', target: '/v1/pets', headers: [], body: { text: 'x', bytes: 1 } },
  'an empty body': { method: 'POST', target: '/v1/pets', headers: [], body: { text: '', bytes: 0 } },
  'a body that is no text': { method: 'POST', target: '/v1/pets', headers: [], body: { base64: '/wAB', bytes: 3 } },
}

const FIRST = { method: 'GET', target: '/v1/pets', headers: [['Authorization', 'Bearer a'] as const] }

test('the code is as people read it', async () => {
  const origin = 'http://127.0.0.1:4010'
  const commands = Object.entries(PINNED).map(([title, pinned]) => `=== curl: ${title}\n${renderCurl({ ...pinned, origin })}\n`)
  const calls = Object.entries(FIRST_CALL).map(([name, render]) => `=== ${name}: the first call\n${render({ ...FIRST, origin })}\n`)
  await expect([...commands, ...calls].join('\n')).toMatchFileSnapshot('snippets.txt')
})
