// Runs the curl commands that the console copies. The request that arrives must be the original request. Also pins their text.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { renderCurl } from '../../src/console/curl.ts'
import type { RequestRecord } from '../../src/ground/generated/control.ts'
import { start } from '../support/sandbox.ts'

const execute = promisify(execFile)

interface Sent extends Pick<RequestRecord, 'method' | 'target' | 'body'> {
  readonly headers: readonly (readonly [name: string, value: string])[]
}

const render = ({ headers, ...sent }: Sent, origin: string) =>
  renderCurl({ ...sent, ...{ prefix: '', path: '', query: '' }, headers: headers.flat(), origin })

const REQUESTS: Readonly<Record<string, Sent>> = {
  plain: { method: 'GET', target: '/v1/pets?limit=2&status=sold', headers: [['Authorization', 'Bearer sandbox_free_s']] },
  'int64 and quotes': {
    method: 'POST',
    target: '/~world=s/v1/pets',
    headers: [
      ['Authorization', 'Bearer sandbox_free_s'],
      ['Content-Type', 'application/json'],
      ['X-Odd', `it's "odd" $HOME \`ls\` \\ %`],
    ],
    body: { text: '{"name":"O\'Hara \\"x\\" ü 🐶 $(ls)","categoryId":9223372036854775807}', bytes: 70 },
  },
  'what curl could take for files and patterns': {
    method: 'POST',
    target: '/v1/pets?x={a,b}&y=[1-3]',
    headers: [
      ['Authorization', 'Bearer sandbox_free_s'],
      ['Content-Type', 'application/json'],
    ],
    body: { text: '@/etc/hostname', bytes: 14 },
  },
  bytes: {
    method: 'PUT',
    target: '/v1/pets',
    headers: [
      ['Authorization', 'Bearer sandbox_free_s'],
      ['Content-Type', 'application/octet-stream'],
    ],
    body: { base64: '/wABgIE=', bytes: 5 },
  },
}

const hasCurl = await execute('curl', ['--version']).then(
  () => true,
  () => false,
)

test.for(Object.entries(REQUESTS))('curl sends the same again: %s', async ([, sent], { skip }) => {
  skip(!hasCurl, 'curl does not run here')
  const sandbox = await start()
  await execute('bash', ['-c', render(sent, sandbox.origin)])
  const [exchange, ...more] = await sandbox.world('s').requests.list()
  expect(more).toEqual([])
  const { method, target, headers, body } = exchange?.request ?? {}
  expect([method, target]).toEqual([sent.method, sent.target])
  const arrived = new Map(headers?.map((text, index) => [text.toLowerCase(), headers[index + 1]]))
  for (const [header, value] of sent.headers) expect(arrived.get(header.toLowerCase())).toBe(value)
  expect([body?.text, body?.base64]).toEqual([sent.body?.text, sent.body?.base64])
})

/** Each request has a part that the code must leave out, or write in a special way. */
const PINNED: Readonly<Record<string, Sent>> = {
  'what a text in the code escapes': REQUESTS['int64 and quotes'] as Sent,
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

test('the command is as people read it', async () => {
  const origin = 'http://127.0.0.1:4010'
  const commands = Object.entries(PINNED).map(([title, pinned]) => `=== ${title}\n${render(pinned, origin)}\n`)
  await expect(commands.join('\n')).toMatchFileSnapshot('curl.txt')
})
