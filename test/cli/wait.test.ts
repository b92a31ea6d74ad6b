// wait, health and env: for shells and CI.

import { realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory, runHere } from '../support/command.ts'
import { findPort } from '../support/machines.ts'
import { start } from '../support/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

test('health asks once, wait until it answers', async () => {
  const { origin } = await start()
  const { port } = new URL(origin)
  expect(await runHere(['health', '--url', `${origin}/v1`])).toEqual({
    exitCode: 0,
    output: expect.stringMatching(`^${origin}: ok, sandbox \\d`),
    errors: '',
  })
  const env = { PETSTORE_SANDBOX_PORT: port, PETSTORE_SANDBOX_HOST: '0.0.0.0' }
  expect(await runHere(['wait', '--timeout', '60'], env)).toEqual({
    exitCode: 0,
    output: expect.stringMatching(`^${origin}: ok, sandbox \\d`),
    errors: '',
  })
})

test('health prints the version, the number of worlds, and the worlds that cannot be used', async () => {
  const data = await createDirectory()
  await writeFile(join(data, 'w1.json'), '{')
  const sandbox = await start({ data })
  await sandbox.world('w2').get()
  const { sandbox: version } = await sandbox.versions()
  const first = `${sandbox.origin}: ok, sandbox ${version}, worlds in memory: 1\n`
  await expect
    .poll(async () => (await runHere(['health', '--url', sandbox.origin])).output)
    .toMatch(new RegExp(`^${first}  the world w1 cannot be used: .*w1\\.json: .*\n$`))
})

test('health of another server ends with 3', async () => {
  const origin = await serveHttp((_request, response) => response.end('{}'))
  const errors = expect.stringContaining(`${origin}: the server is not a sandbox, or the sandbox is not healthy\n`)
  expect(await runHere(['health', '--url', origin])).toMatchObject({ exitCode: 3, errors })
})

test('wait ends at once when the server speaks another protocol, and tells after 3 seconds why it waits', async () => {
  const wait = async (url: string, timeout: string) => (await runHere(['wait', '--url', url, '--timeout', timeout])).errors
  const other = await serveHttp(({ socket }) => void socket.end('SSH-2.0-a\r\n'))
  const plain = other.replace('http:', 'https:')
  const tls = (await start({ tls: true })).origin.replace('https:', 'http:')
  expect(await wait(other, '60')).toBe(`error: ${other}: no sandbox answers: the server does not speak HTTP (HPE_INVALID_CONSTANT)\n`)
  expect(await wait(plain, '60')).toBe(`error: ${plain}: no sandbox answers: the server does not speak HTTPS (EPROTO)\n`)
  const lost = `${tls}: no sandbox answers: the connection was lost; perhaps the server speaks HTTPS, or no HTTP (ECONNRESET)`
  expect(await wait(tls, '4')).toBe(`still waiting: ${lost}\nerror: ${lost}; gave up after 4 seconds\n`)
})

test('when nobody listens, both end with 3', async () => {
  const port = String(await findPort())
  expect(await runHere(['health', '-p', port])).toMatchObject({
    exitCode: 3,
    errors: expect.stringMatching(/no sandbox answers: nobody listens there: start a sandbox, or name another address \(ECONNREFUSED\)\n$/),
  })
  const waited = await runHere(['wait', '-p', port, '--timeout', '0.2'])
  expect(waited).toMatchObject({
    exitCode: 3,
    errors: expect.stringMatching(
      /nobody listens there: start a sandbox, or name another address \(ECONNREFUSED\); gave up after 0\.2 seconds\n$/,
    ),
  })
})

test.each([{ TLS: 'true' }, { TLS_CERT: 'cert.pem' }, { TLS_KEY: 'key.pem' }, { TLS_NAME: 'petstore' }])(
  'a sandbox that was started with %j is asked by HTTPS',
  async (variables) => {
    const { origin } = await start({ tls: true })
    const own = Object.entries(variables).map(([name, value]) => [`PETSTORE_SANDBOX_${name}`, String(value)])
    const env = { ...Object.fromEntries(own), PETSTORE_SANDBOX_PORT: new URL(origin).port }
    expect((await runHere(['health'], env)).output).toMatch(`${origin}: ok, sandbox `)
  },
)

const TRUST = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']

test('env --tls names the authority for all kinds of clients', async () => {
  const directory = realpathSync(await createDirectory())
  const file = join(directory, 'ca.pem')
  const missing = await runHere(['env', '--tls', '--data', directory])
  expect(missing).toMatchObject({ exitCode: 3, output: '', errors: expect.stringContaining(`error: ${file}: there is no such file`) })
  await writeFile(file, '')
  const said = TRUST.map((name) => `${name}=${file}\n`).join('')
  for (const [args, env] of [
    [['--tls', '--data', directory], {}],
    [['--tls', '--ca', file], {}],
    [['--tls'], { PETSTORE_SANDBOX_DATA: directory }],
    [['--url', 'https://127.0.0.1:4010', '--ca', file], {}],
  ] as [string[], Record<string, string>][])
    expect((await runHere(['env', '--format', 'github', ...args], env)).output).toBe(
      `PETSTORE_BASE_URL=https://127.0.0.1:4010/v1\nPETSTORE_API_KEY=sandbox_enterprise\nPETSTORE_SANDBOX_URL=https://127.0.0.1:4010\n${said}`,
    )
  // The user gave the certificate, so env names no authority.
  expect((await runHere(['env', '--tls-cert', 'cert.pem', '--data', directory])).output).not.toContain(file)
  expect((await runHere(['env', '--data', directory])).output).not.toContain(file)
})
