// connectSandbox: the addresses that it takes, its messages when no sandbox answers, and its end.

import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ConnectOptions, connectSandbox, SandboxError, StartError } from '../../src/sandbox.ts'
import { createDirectory } from '../support/command.ts'
import { api } from '../support/control.ts'
import { findPort } from '../support/machines.ts'
import { ROOT } from '../support/pages.ts'
import { start } from '../support/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

async function connect(address: string | URL, options?: ConnectOptions) {
  const sandbox = await connectSandbox(address, options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

const failureOf = (address: string | URL, options?: ConnectOptions) =>
  connectSandbox(address, options).then(
    () => expect.unreachable('it connected'),
    (error: StartError) => {
      expect(error).toBeInstanceOf(StartError)
      return { exitCode: error.exitCode, message: error.message }
    },
  )

test('every call of the control API has its line in the client, except the documents and the metrics', () => {
  const folder = join(ROOT, 'src', 'client')
  const code = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('')
    // Calls about one world are written without its path.
    .replaceAll(/\$\{own\}/g, '')
    .replaceAll(/, (own|world)\)/g, ", '')")
    .replaceAll('path`', '`')
    .replaceAll('`', "'")
  const missing = api.operations.filter(({ method, path }) => {
    const inApi = path.slice(api.basePath.length).replaceAll(/\{\w+\}/g, '{}')
    const known = [inApi, inApi.replace('/worlds/{}', '')].map((one) => `'${method}', '${one}'`)
    return !known.some((text) => code.replaceAll(/\$\{\{ \w+ \}\}/g, '{}').includes(text))
  })
  expect(missing.map(({ id }) => id)).toEqual(['getMetrics', 'getDocumentAsYaml', 'getDocumentAsJson'])
})

test.each([
  ...['', '/', '/v1', '/v1/', '/v1/pets?limit=1', '/_sandbox'],
  ...['/_sandbox/', '/docs', '/openapi.json', '/~world=w3/v1', '/~slow,delay=9/v1'],
])('the address may end with "%s"', async (end) => {
  const { origin, url } = await start()
  for (const address of [origin + end, new URL(origin + end)]) {
    const sandbox = await connect(address)
    expect([sandbox.origin, sandbox.url]).toEqual([origin, url])
    expect(await sandbox.requests.list()).toEqual([])
  }
})

test('a proxy may put a path before every path', async () => {
  const { origin } = await start()
  const paths: string[] = []
  const proxy = await serveHttp(async ({ url = '', method }, response) => {
    paths.push(`${method} ${url}`)
    const reply = await fetch(origin + url.replace(/^\/shop\/pets/, ''), { method: method ?? 'GET' })
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' }).end(await reply.text())
  })
  const sandbox = await connect(`${proxy}/shop/pets/v1`)
  expect(sandbox.url).toBe(`${proxy}/shop/pets/v1`)
  expect((await sandbox.world('w3').reset()).name).toBe('w3')
  expect(paths).toEqual(['GET /shop/pets/_sandbox/', 'POST /shop/pets/_sandbox/worlds/w3/reset'])
})

test('over HTTPS a sandbox is trusted with the certificate of its authority, given as text or as a file', async () => {
  const { origin, authorityFile = '' } = await start({ tls: true })
  for (const ca of [authorityFile, readFileSync(authorityFile, 'utf8')])
    expect(await (await connect(origin, { ca })).health()).toMatchObject({ status: 'ok' })
  const other = await start({ tls: true })
  expect(await failureOf(origin)).toEqual({
    exitCode: 3,
    message: expect.stringMatching(
      `^${origin}: no sandbox answers: its certificate is not trusted: give the certificate of its authority with ca \\(`,
    ),
  })
  expect((await failureOf(origin, { ca: other.authorityFile })).message).toMatch(/its certificate is not/)
  const missing = join(await createDirectory(), 'ca.pem')
  expect(await failureOf(origin, { ca: missing })).toEqual({
    exitCode: 2,
    message: expect.stringContaining(`ca ${missing}: there is no such file`),
  })
})

test('the message names the scheme, HTTP or HTTPS, when it is the wrong one', async () => {
  const [plain, secure] = [await start(), await start({ tls: true })]
  const swap = (origin: string) => (origin.startsWith('https') ? origin.replace('https', 'http') : origin.replace('http', 'https'))
  const failed = (origin: string) => `${swap(origin)}: no sandbox answers: `
  expect((await failureOf(swap(secure.origin))).message).toBe(
    `${failed(secure.origin)}the connection was lost; perhaps the server speaks HTTPS, or no HTTP (ECONNRESET)`,
  )
  expect((await failureOf(swap(plain.origin))).message).toBe(`${failed(plain.origin)}the server does not speak HTTPS (EPROTO)`)
})

test('a sandbox with a control token accepts only this token', async () => {
  const { origin } = await start({ controlToken: 'let me in' })
  expect(await (await connect(origin, { token: 'let me in' })).worlds.list()).toEqual([])
  const wants = `${origin}: this sandbox wants its control token`
  expect(await failureOf(origin)).toEqual({ exitCode: 2, message: `${wants}: give it with token` })
  expect(await failureOf(origin, { token: 'another' })).toEqual({ exitCode: 2, message: `${origin}: wrong control token` })
  expect((await failureOf(origin, { token: 'a\nb' })).message).toContain('the control token has a character that no header can have')
})

test('a host name that is not the sandbox’s own is refused with the reason', async () => {
  const { origin } = await start()
  const proxy = await serveHttp(async ({ url = '' }, response) => {
    const reply = await fetch(origin + url, { headers: { origin: 'http://shop.example' } })
    response.writeHead(reply.status, { 'content-type': 'application/problem+json' }).end(await reply.text())
  })
  expect(await failureOf(proxy)).toEqual({ exitCode: 2, message: expect.stringContaining('name its host with --allowed-hosts') })
})

test.each<[string, RequestListener, RegExp]>([
  [
    'a page',
    (_request, response) => response.end('<html>'),
    /no sandbox answers: the reply does not come from a sandbox: Unexpected token/,
  ],
  ['other JSON', (_request, response) => response.end('{"calls":[]}'), /the reply is not the list of a sandbox’s calls$/],
  ['JSON that is not an object', (_request, response) => response.end('null'), /the reply is not the list of a sandbox’s calls$/],
  ['nothing', (_request, response) => response.writeHead(404).end(), /the reply 404 does not come from a sandbox: $/],
  [
    'an error',
    (_request, response) => response.writeHead(502).end('bad gateway'),
    /the reply 502 does not come from a sandbox: bad gateway$/,
  ],
  [
    'another address',
    (_request, response) => response.writeHead(308, { location: 'https://pets.example/' }).end(),
    /the reply 308 does not come from a sandbox: https:\/\/pets\.example\/$/,
  ],
  [
    'no reply',
    (_request, response) => response.destroy(),
    /no sandbox answers: the connection was lost; perhaps the server speaks HTTPS, or no HTTP \(ECONNRESET\)$/,
  ],
  [
    'half a reply',
    (_request, response) => void response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
    /no sandbox answers: the connection was lost; perhaps the server speaks HTTPS, or no HTTP \(ECONNRESET\)$/,
  ],
])('a server that replies with %s is not a sandbox', async (_title, listener, message) => {
  const origin = await serveHttp(listener)
  const failure = await failureOf(origin)
  expect(failure).toEqual({ exitCode: 3, message: expect.stringMatching(message) })
  expect(failure.message).toContain(origin)
})

test('an address where nobody listens is not a sandbox', async () => {
  const origin = `http://127.0.0.1:${await findPort()}`
  expect(await failureOf(origin)).toEqual({
    exitCode: 3,
    message: `${origin}: no sandbox answers: nobody listens there: start a sandbox, or name another address (ECONNREFUSED)`,
  })
  const named = `http://localhost:${new URL(origin).port}`
  expect((await failureOf(named)).message).toBe(
    `${named}: no sandbox answers: nobody listens there: start a sandbox, or name another address (ECONNREFUSED)`,
  )
})

test.each<[unknown, unknown, string]>([
  ['localhost:4010', {}, '"localhost:4010" is not the address of a sandbox: write it like http://127.0.0.1:4010'],
  ['http://', {}, '"http://" is not the address of a sandbox'],
  ['http://127.0.0.1:1', { colour: 'x' }, 'colour is not an option (known: token, ca)'],
  ['http://127.0.0.1:1', { token: 5 }, 'token must be a text, got 5'],
])('connectSandbox(%j, %j) is refused in one line', async (address, options, message) => {
  expect(await failureOf(address as string, options as ConnectOptions)).toEqual({ exitCode: 2, message: expect.stringContaining(message) })
})

test('calls to a sandbox that has ended, and calls of a closed handle, reject with a Problem', async () => {
  const local = await start()
  const sandbox = await connect(local.origin)
  const waiting = sandbox.requests.list({ wait: 60 })
  await sandbox.world('w1').get()
  await local.close()
  expect(await waiting, 'a wait ends with the sandbox').toEqual([])
  const error = await sandbox
    .world('w1')
    .clock.get()
    .catch((error) => error)
  expect(error).toBeInstanceOf(SandboxError)
  const message = `${local.origin}: no sandbox answers: nobody listens there: start a sandbox, or name another address (ECONNREFUSED)`
  expect(error).toMatchObject({ code: 'unavailable', message, cause: { code: 'ECONNREFUSED' } })
  await sandbox.close()
  await expect(sandbox.health()).rejects.toThrow(`the connection to ${local.origin} was closed`)
})

test('closing ends waiting calls, and the sandbox goes on', async () => {
  const local = await start()
  const sandbox = await connectSandbox(local.origin)
  const waiting = sandbox.world('w1').requests.list({ wait: 60 })
  await expect.poll(() => local.worlds.has('w1')).toBe(true)
  await sandbox.close()
  await expect(waiting).rejects.toThrow(`the connection to ${local.origin} was closed`)
  expect(await local.health()).toMatchObject({ status: 'ok' })
})

test('a sandbox of another version: its unknown codes keep their message', async () => {
  const index = { sandbox: '9.9.9', contract: {}, plans: [], collections: [] }
  const origin: string = await serveHttp(({ url }, response) => {
    if (url === '/_sandbox/') response.end(JSON.stringify({ ...index, url: `${origin}/v2` }))
    else response.writeHead(409).end('{"code":"new_code","detail":"a new reason"}')
  })
  const sandbox = await connect(origin)
  expect(sandbox.url).toBe(`${origin}/v2`)
  await expect(sandbox.health()).rejects.toThrow('a new reason')
})

test('several handles on one sandbox, and several sandboxes, do not affect each other', async () => {
  const [one, other] = [await start(), await start()]
  const handles = await Promise.all([one.origin, one.origin, other.origin].map((origin) => connect(origin)))
  await handles[0]?.world('w1').clock.set({ now: '2030-12-05T00:00:00Z', frozen: true })
  await handles[0]?.close()
  expect(await handles[1]?.world('w1').clock.get()).toMatchObject({ frozen: true })
  expect(await handles[2]?.worlds.list()).toEqual([])
})
