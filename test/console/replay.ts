// Runs the code that the console copies, in one language. The request that arrives must be the original request.

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { FIRST_CALL, type Replayed, renderCurl } from '../../src/console/snippets.ts'
import { createDirectory } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

const execute = promisify(execFile)

export const REQUESTS: Readonly<Record<string, Omit<Replayed, 'origin'>>> = {
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

/** The command that runs each language, if it is installed. */
const RUN: Readonly<Record<string, (code: string) => Promise<unknown>>> = {
  curl: (code) => execute('bash', ['-c', code]),
  fetch: (code) => execute(process.execPath, ['--input-type=module', '-e', code]),
  Python: (code) => execute('python3', ['-c', code]),
  Go: async (code) => {
    const file = join(await createDirectory(), 'main.go')
    await writeFile(file, code)
    return execute('go', ['run', file])
  },
  Java: async (code) => {
    const file = join(await createDirectory(), 'FirstCall.java')
    await writeFile(file, code)
    return execute('java', [file])
  },
}

const PROBE: Readonly<Record<string, () => Promise<unknown>>> = {
  curl: () => execute('curl', ['--version']),
  fetch: async () => {},
  Python: () => execute('python3', ['-c', 'import httpx']),
  Go: () => execute('go', ['version']),
  Java: () => execute('java', ['--version']),
}

const hasProgramOf = (name: string) =>
  (PROBE[name] as () => Promise<unknown>)().then(
    () => true,
    () => false,
  )

/** Tests the copied code of one language: curl with every kind of request, the others with a first call. */
export function testSnippet(name: string): void {
  const render = name === 'curl' ? renderCurl : FIRST_CALL[name]
  test.for(name === 'curl' ? Object.keys(REQUESTS) : ['plain'])(`${name} sends the same again: %s`, async (kind, { skip }) => {
    skip(!(await hasProgramOf(name)), `${name} does not run here`)
    const sandbox = await start()
    const wanted = { ...(REQUESTS[kind] as Omit<Replayed, 'origin'>), origin: sandbox.origin }
    await RUN[name]?.(render?.(wanted) ?? '')
    const [exchange, ...more] = await sandbox.world('s').requests.list()
    expect(more).toEqual([])
    const { method, target, headers, body } = exchange?.request ?? {}
    // Clients escape characters that a URI must not have.
    expect([method, decodeURIComponent(target ?? '')]).toEqual([wanted.method, wanted.target])
    const sent = new Map(headers?.map((text, index) => [text.toLowerCase(), headers[index + 1]]))
    for (const [header, value] of wanted.headers) expect(sent.get(header.toLowerCase())).toBe(value)
    // Java says that a GET has a body of no bytes.
    expect(body?.text || undefined).toBe(wanted.body?.text)
    expect(body?.base64).toBe(wanted.body?.base64)
  })
}
