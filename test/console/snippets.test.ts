// Runs the snippets that the console copies. The request that arrives must be the original request.

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Replayed, SNIPPETS } from '../../src/console/snippets.ts'
import { createDirectory } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

const execute = promisify(execFile)

const REQUESTS: Readonly<Record<string, Omit<Replayed, 'origin'>>> = {
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

/** How each language is run, where it is installed. */
const RUN: Readonly<Record<string, (code: string) => Promise<unknown>>> = {
  curl: (code) => execute('bash', ['-c', code]),
  fetch: (code) => execute(process.execPath, ['--input-type=module', '-e', code]),
  httpx: (code) => execute('python3', ['-c', code]),
  Go: async (code) => {
    const file = join(await createDirectory(), 'main.go')
    await writeFile(file, code)
    return execute('go', ['run', file])
  },
}

const IS_INSTALLED: Readonly<Record<string, () => Promise<unknown>>> = {
  curl: () => execute('curl', ['--version']),
  fetch: async () => {},
  httpx: () => execute('python3', ['-c', 'import httpx']),
  Go: () => execute('go', ['version']),
}

const cases = Object.keys(SNIPPETS).flatMap((name) => Object.keys(REQUESTS).map((kind) => [name, kind] as const))

test.each(cases)('%s sends the same again: %s', { timeout: 120_000 }, async (name, kind) => {
  const isInstalled = await IS_INSTALLED[name]?.().then(
    () => true,
    () => false,
  )
  if (!isInstalled) return expect(name, 'only these may be missing').toMatch(/httpx|Go/)
  const sandbox = await start()
  const wanted = { ...(REQUESTS[kind] as Omit<Replayed, 'origin'>), origin: sandbox.origin }
  await RUN[name]?.(SNIPPETS[name]?.(wanted) ?? '')
  const [exchange, ...more] = await sandbox.world('s').requests.list()
  expect(more).toEqual([])
  const { method, target, headers, body } = exchange?.request ?? {}
  // Clients escape characters that a URI must not have.
  expect([method, decodeURIComponent(target ?? '')]).toEqual([wanted.method, wanted.target])
  const sent = new Map(headers?.map((text, index) => [text.toLowerCase(), headers[index + 1]]))
  for (const [header, value] of wanted.headers) expect(sent.get(header.toLowerCase())).toBe(value)
  expect(body?.text).toBe(wanted.body?.text)
  expect(body?.base64).toBe(wanted.body?.base64)
})

const LOCAL = 'http://127.0.0.1:4010'

/** Each has something that the code must leave out, or say in a way of its own. */
const PINNED: Readonly<Record<string, Omit<Replayed, 'origin'>>> = {
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

test('the code is as people read it', async () => {
  const texts = Object.entries(PINNED).flatMap(([title, request]) =>
    Object.entries(SNIPPETS).map(([name, render]) => `=== ${name}: ${title}\n${render({ ...request, origin: LOCAL })}\n`),
  )
  await expect(texts.join('\n')).toMatchFileSnapshot('snippets.txt')
})
