import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDirectory, run, serve } from './support/command.ts'

test('start says base URL, a key per plan, a curl line and where the data lies', async () => {
  const data = await createDirectory()
  const { child, url, finished } = await serve(['--data', data])
  expect((await fetch(`${url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })).status).toBe(200)
  child.kill('SIGTERM')
  const { exitCode, output } = await finished
  expect(exitCode).toBe(143)
  const [first, second] = output.split('\n').map((line) => (line === '' ? {} : JSON.parse(line)))
  expect(first).toMatchObject({
    url,
    data,
    keys: ['sandbox_free', 'sandbox_pro', 'sandbox_business', 'sandbox_enterprise'],
    try: expect.stringContaining(`curl -i ${url}/pets`),
  })
  expect(second).toMatchObject({ method: 'GET', target: '/v1/pets', status: 200, cause: 'handler', key: 'sandbox_free', world: 'default' })
})

test('SIGINT ends with 130', async () => {
  const { child, finished } = await serve(['--ephemeral', '--log', 'json'])
  child.kill('SIGINT')
  expect((await finished).exitCode).toBe(130)
})

test('--log silent says where it listens and nothing more', async () => {
  const { child, url, finished } = await serve(['--ephemeral', '--log', 'silent'])
  await fetch(`${url}/pets`)
  child.kill('SIGTERM')
  expect((await finished).output.trim().split('\n')).toHaveLength(1)
})

test('start --help names every option and its variable', async () => {
  const { exitCode, output } = await run(['start', '--help'])
  expect(exitCode).toBe(0)
  for (const option of [
    'port',
    'host',
    'data',
    'ephemeral',
    'seed',
    'size',
    'key',
    'limits',
    'enterprise-limits',
    'ban-after',
    'ban-for',
    'max-worlds',
    'max-world-bytes',
    'cors',
    'bare',
    'log',
  ]) {
    expect(output).toContain(`--${option} `)
    expect(output.replaceAll(/\s+/g, '')).toContain(`PETSTORE_SANDBOX_${option.replaceAll('-', '_').toUpperCase()}`)
  }
})

describe('wrong usage is one line and exit code 2', () => {
  test.each([
    [['--port', 'x'], /--port <n>.*whole number from 0 to 65535/],
    [['--prot', '1'], /unknown option '--prot'/],
    [['strat'], /there is no command strat: did you mean start\?/],
    [['--limits', 'maybe'], /Allowed choices are on, off/],
    [['--enterprise-limits', '5'], /5000\/500000/],
    [['--key', 'gold:x'], /--key gold:x: write <plan>:<key>/],
    [['--size', '-1'], /whole number from 0/],
    [['--enterprise-limits', '0/0'], /5000\/500000/],
    [['--host', ''], /must not be empty/],
    [['--key', 'free:a', '--key', 'pro:a'], /--key pro:a: this key is given twice/],
    [['--key', 'free:sandbox_pro'], /sandbox_pro is a key of the sandbox already/],
    [['start', 'start'], /start takes no words: leave out start/],
    [['env', '--plan', 'gold'], /--plan gold: there are free, pro/],
    [['env', '--world', '../x'], /--world \.\.\/x: a world name is/],
  ])('%j', async (args, message) => {
    const { exitCode, errors } = await run([...args])
    expect(errors).toMatch(message)
    expect(errors).not.toMatch(/\n {4}at /)
    expect(exitCode).toBe(2)
  })
})

test('a port in use and an unusable data directory are one line and exit code 3', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const inUse = await run(['--port', String(port), '--ephemeral'])
  server.close()
  expect(inUse.errors).toBe(
    `error: port ${port} of 127.0.0.1 is in use: stop what listens there, or choose another with --port (0 picks a free one)\n`,
  )
  expect(inUse.exitCode).toBe(3)
  const unusable = await run(['--port', '0', '--data', '/dev/null/x'])
  expect(unusable.errors).toMatch(/^error: \/dev\/null\/x: the data directory cannot be used: .*\n$/)
  expect(unusable.exitCode).toBe(3)
})

test('variables stand for options; what Kubernetes injects is not ours, and what is unknown is said', async () => {
  const { url, child, finished } = await serve(['--log', 'json'], {
    PETSTORE_SANDBOX_EPHEMERAL: 'true',
    PETSTORE_SANDBOX_BARE: 'false',
    PETSTORE_SANDBOX_SIZE: '3',
    PETSTORE_SANDBOX_PORT: 'tcp://10.0.0.1:4010',
    PETSTORE_SANDBOX_SERVICE_HOST: '10.0.0.1',
    PETSTORE_SANDBOX_PORT_4010_TCP_ADDR: '10.0.0.1',
    PETSTORE_SANDBOX_SIZ: '4',
    PORT: '1',
  })
  const response = await fetch(`${url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })
  expect(await response.json()).toHaveLength(3)
  expect(response.headers.get('sandbox-cause')).toBe('handler')
  child.kill('SIGTERM')
  expect((await finished).errors).toBe('warning: PETSTORE_SANDBOX_SIZ is not known: did you mean PETSTORE_SANDBOX_SIZE?\n')
})

test('a variable gives several keys, and a switch in it is on or off', async () => {
  const { url } = await serve(['--ephemeral'], { PETSTORE_SANDBOX_KEY: 'free:first pro:second' })
  const limits = ['first', 'second'].map(async (key) => {
    const { headers } = await fetch(`${url}/pets`, { headers: { authorization: `Bearer ${key}` } })
    return headers.get('x-ratelimit-limit')
  })
  expect(await Promise.all(limits)).toEqual(['60', '300'])
  const { exitCode, errors } = await run(['--port', '0'], { PETSTORE_SANDBOX_BARE: 'maybe' })
  expect([exitCode, errors]).toEqual([2, 'error: PETSTORE_SANDBOX_BARE: write true or false, got maybe\n'])
})

test('--version is that of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  expect((await run(['--version'])).output).toBe(`${version}\n`)
})

test('env points a client at the sandbox, health asks once, wait until it answers', async () => {
  const { url, child, finished } = await serve(['--ephemeral'])
  const { origin, port } = new URL(url)
  expect((await run(['health', '--url', origin])).output).toBe(`${origin}: ok\n`)
  expect((await run(['wait', '--timeout', '5'], { PETSTORE_SANDBOX_PORT: port, PETSTORE_SANDBOX_HOST: '0.0.0.0' })).exitCode).toBe(0)
  const { output } = await run(['env', '--port', port, '--world', 'w3', '--format', 'dotenv'])
  expect(output).toBe(`PETSTORE_BASE_URL=${url}\nPETSTORE_API_KEY=sandbox_enterprise_w3\n`)
  expect((await run(['env'])).output).toBe(
    "export PETSTORE_BASE_URL='http://127.0.0.1:4010/v1'\nexport PETSTORE_API_KEY='sandbox_enterprise'\n",
  )
  child.kill('SIGTERM')
  await finished
  for (const command of [['health'], ['wait', '--timeout', '0.2']]) {
    const { exitCode, errors } = await run([...command, '--url', origin])
    expect(exitCode).toBe(3)
    expect(errors).toMatch(/no sandbox answers: .*ECONNREFUSED/)
  }
})

test('the same seed makes the same fixtures, and the committed ones are those of the default', async () => {
  const { readFile } = await import('node:fs/promises')
  const [one, two] = [await createDirectory(), await createDirectory()]
  await run(['fixtures', '--out', one])
  await run(['fixtures', '--seed', '7', '--size', '500', '--out', two])
  for (const file of ['pets.json', 'orders.json']) {
    expect(await readFile(join(one, file), 'utf8')).toBe(await readFile(new URL(`../fixtures/${file}`, import.meta.url), 'utf8'))
    expect(JSON.parse(await readFile(join(two, file), 'utf8'))).toHaveLength(500)
  }
})
