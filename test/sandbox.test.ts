// startSandbox: the options that it takes, the options that it refuses, and its messages.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { OPTIONS } from '../src/options/read-options.ts'
import { type SandboxOptions, StartError, startSandbox } from '../src/sandbox.ts'
import { createDirectory, LIBRARY } from './support/command.ts'
import { findPort } from './support/machines.ts'
import { createClient, start } from './support/sandbox.ts'

const write = () => {}

/** The options that messages name. The others are for the tests of the sandbox itself. */
const KNOWN = OPTIONS.map(([name]) => name)
  .filter((name) => !['contract', 'domain', 'faults'].includes(name))
  .join(', ')

describe('wrong options are refused in one line', () => {
  test.each([
    [{ enterpriselimits: '5/5' }, 'enterpriselimits is not in the options: did you mean enterpriseLimits?'],
    [{ colour: true }, `colour is not in the options: leave it out (known: ${KNOWN})`],
    [{ contrcat: 'x' }, `contrcat is not in the options: leave it out (known: ${KNOWN})`],
    [{ planLimits: { free: { minut: 1 } } }, 'planLimits.free.minut is not in the options: did you mean minute?'],
    [
      { planLimits: { constructor: { day: {} } } },
      'planLimits.constructor.day must be a whole number from 1 to 9007199254740991, got an object',
    ],
    [{ log: { format: 'json', write, color: true } }, 'log.color is not in the options: did you mean colour?'],
    [{ key: 'gold:x' }, /^key gold:x: "gold" is not a plan\. Write <plan>:<key> or <plan>_<world>:<key>, where plan is free, pro/],
    [{ key: 'free:\0' }, /^key free:\\x00: the key must have only characters/],
    [{ key: 'free:a\n' }, /^key free:a\\n: the key must have only characters/],
    [{ key: 'free:漢' }, /^key free:漢: the key must have only characters/],
    [{ allowedHosts: ['a', 'http://b'] }, 'allowedHosts must be a host name, with or without a port, got "http://b"'],
    [{ allowedHosts: ['a\0'] }, 'allowedHosts must be a host name, with or without a port, got "a\\u0000"'],
    [{ key: ['free:a', 'pro:a'] }, 'key pro:a: this key is given twice'],
    [{ scenarios: './no-such-directory' }, 'scenarios ./no-such-directory: there is no such directory'],
    [{ scenarios: [''] }, 'scenarios must be the path of a directory, got ""'],
    [{ data: 'package.json' }, /^package\.json: the data directory cannot be used: .*; choose another directory$/],
    ['./data', 'the options must be an object, got "./data"'],
    [null, 'the options must be an object, got null'],
  ])('%o', async (options, message) => {
    const error = await startSandbox(options as SandboxOptions).catch((error) => error)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(message instanceof RegExp ? message : /^/)
    if (typeof message === 'string') expect(error.message).toBe(message)
    expect(error.message).not.toMatch(/\n|\[object/)
  })
})

test('options that are undefined, empty or off count as not given', async () => {
  const nothing = { data: undefined, seed: undefined, log: undefined, planLimits: { free: { minute: undefined, day: 900 } } } as unknown
  const sandbox = await start({ ...(nothing as SandboxOptions), ephemeral: true, scenarios: [], key: [], tls: false, tlsName: [] })
  expect(sandbox.summary[1]).toBe('in memory only')
  expect(sandbox.origin).toMatch(/^http:/)
  const { minute, day } = await sandbox.world().limits.get('free')
  expect([minute.limit, day.limit]).toEqual([60, 900])
})

test('the library takes the options of the command, with the same names', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'teapot.yaml'), 'summary: A teapot.\nsteps:\n  - respond: { status: 418 }\n')
  const sandbox = await start({
    ephemeral: false,
    data: join(directory, 'made', 'data'),
    size: 2,
    key: ['pro:first', 'free_w2:second'],
    enterpriseLimits: '7/70',
    scenarios: directory,
    cors: 'off',
    bare: true,
  })
  const call = (key: string, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/pets`, { headers: { authorization: `Bearer ${key}`, origin: 'http://shop.test', ...headers } })
  const limits = ['sandbox_enterprise', 'first', 'second'].map(async (key) => (await call(key)).headers.get('x-ratelimit-limit'))
  expect(await Promise.all(limits)).toEqual(['7', '300', '60'])
  const teapot = await call('first', { 'sandbox-scenario': 'teapot' })
  expect(teapot.status).toBe(418)
  for (const name of ['access-control-allow-origin', 'sandbox-cause']) expect(teapot.headers.get(name)).toBeNull()
  expect(await (await call('second')).json()).toHaveLength(2)
  expect(await readdir(join(directory, 'made'))).toEqual(['data'])
})

test('limits as an object leave the rest to the contract', async () => {
  const sandbox = await start({ planLimits: { enterprise: { minute: 7 } } })
  const { minute, day } = await sandbox.world().limits.get('enterprise')
  expect([minute.limit, day.limit]).toEqual([7, 1_000_000])
})

test('a ban comes after the given number of requests, and lasts the given time', async () => {
  const sandbox = await start({ banAfter: 1, banFor: 2.5, planLimits: { free: { minute: 1 } } })
  const { clock } = sandbox.world('w1')
  await clock.set({ now: '2030-01-01T00:00:00Z', frozen: true })
  const call = createClient(sandbox, sandbox.key('free', 'w1'))
  const codes = [(await call('/pets')).status, (await call('/pets')).body]
  await clock.advance(2)
  const banned = await call('/pets')
  expect([...codes, banned.body]).toMatchObject([200, { code: 'rate_limited' }, { code: 'key_banned' }])
  expect(banned.headers.get('retry-after')).toBe('3')
})

test('several directories of scenarios; a later one overrides an earlier one', async () => {
  const directories = await Promise.all([418, 410].map(createOverride))
  const sandbox = await start({ scenarios: directories })
  const call = createClient(sandbox, sandbox.key())
  expect((await call('/pets', { headers: { 'sandbox-scenario': 'teapot' }, warned: true })).status).toBe(410)

  async function createOverride(status: number): Promise<string> {
    const directory = await mkdtemp(join(await createDirectory(), 'scenarios-'))
    await writeFile(join(directory, 'teapot.yaml'), `summary: A teapot.\nsteps:\n  - respond: { status: ${status} }\n`)
    return directory
  }
})

test('the log goes to standard output as text or JSON, and nowhere when it is silent', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    for (const log of ['text', 'json', 'silent'] as const) {
      written.mockClear()
      const sandbox = await startSandbox({ log })
      await fetch(`${sandbox.url}/pets`)
      await sandbox.close()
      const text = written.mock.calls.map(([chunk]) => String(chunk)).join('')
      if (log === 'silent') expect(text).toBe('')
      if (log === 'text') expect(text).toMatch(/^\d\d:\d\d:\d\d GET \/v1\/pets 401 credentials no key \d+ ms\n {9}Send your API key/)
      if (log === 'json') expect(JSON.parse(text)).toMatchObject({ target: '/v1/pets', status: 401, cause: 'credentials' })
    }
    // Many sandboxes share this stream.
    const before = process.stdout.listenerCount('error')
    await start({ log: 'json' })
    expect(process.stdout.listenerCount('error')).toBe(before)
  } finally {
    written.mockRestore()
  }
})

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

test.skipIf(!hasIpv6)('the address of a sandbox on IPv6 has brackets', async () => {
  const sandbox = await start({ host: '::1' })
  expect(sandbox.url).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/)
  expect((await fetch(`${sandbox.url}/pets`, { headers: { authorization: `Bearer ${sandbox.key()}` } })).status).toBe(200)
})

test.skipIf(!hasIpv6).each([
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
])('a sandbox that listens on %s is at %s, and its handle reaches it', async (host, shown) => {
  const sandbox = await start({ host })
  expect(new URL(sandbox.origin).hostname).toBe(shown)
  expect(await sandbox.world('w1').clock.set({ frozen: true })).toMatchObject({ frozen: true })
  expect((await fetch(sandbox.example, { headers: { authorization: `Bearer ${sandbox.key()}` } })).status).toBe(200)
})

describe('a program that forgets close()', () => {
  /** Starts the program. `note` resolves with its first line on standard error. */
  function forget(options: string) {
    const script = `
      const sandbox = await (await import(${JSON.stringify(LIBRARY)})).startSandbox(${options})
      await sandbox.world('w1').clock.advance(1)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(child, 'close')
    onTestFinished(async () => {
      child.kill()
      await ended
    })
    return { ended, note: once(child.stderr, 'data').then(String) }
  }

  test('ends, and says that a sandbox was open', async () => {
    const { ended, note } = forget('{}')
    expect(await ended).toEqual([0, null])
    expect(await note).toMatch(/^petstore-sandbox: a sandbox is still open at http:\/\/127.0.0.1:\d+, and ends with this program\./)
  })

  test('has one listener for all its sandboxes', async () => {
    const before = process.listenerCount('beforeExit')
    const sandboxes = await Promise.all([startSandbox(), startSandbox()])
    expect(process.listenerCount('beforeExit')).toBeLessThanOrEqual(before + 1)
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
    expect(process.listenerCount('beforeExit')).toBe(before)
  })

  test('goes on when the sandbox has a port of its own, and says why', async () => {
    const port = await findPort()
    expect(await forget(`{ port: ${port} }`).note).toContain(
      `a sandbox is still open at http://127.0.0.1:${port}, so this program goes on.`,
    )
    expect((await fetch(`http://127.0.0.1:${port}/_sandbox/health`)).status).toBe(200)
  })
})
