// All commands share the help, the version, the variables, errors in one line and the exit codes.

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { startOptions } from '../../src/cli/start-options.ts'
import { OPTIONS } from '../../src/options/read-options.ts'
import { run, runHere } from '../support/command.ts'
import { serveHttp } from '../support/serve.ts'

test('every option of start is an option of the library by the same name', () => {
  const names = startOptions().map((option) => option.attributeName())
  expect(names).toContain('enterpriseLimits')
  for (const name of names) expect(OPTIONS.map(([own]) => own)).toContain(name)
})

test.each(['--version', '-V'])('%s is the version of the package', async (flag) => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(await runHere([flag])).toEqual({ exitCode: 0, output: `${version}\n`, errors: '' })
})

test('help prints what --help prints, and is no error', async () => {
  expect(await run(['help', 'exec'])).toEqual(await run(['exec', '--help']))
  expect(await runHere(['help', 'exce'])).toMatchObject({ exitCode: 2, errors: expect.stringContaining('did you mean exec?') })
})

describe('an error names a wrong variable as a variable', () => {
  test.each([
    [{ BAN_AFTER: 'x' }, 'PETSTORE_SANDBOX_BAN_AFTER must be a whole number from 1 to 1000000, got "x"'],
    [{ BARE: 'maybe' }, 'PETSTORE_SANDBOX_BARE must be true or false, got "maybe"'],
    [{ KEY: 'free:a gold:b' }, /^error: PETSTORE_SANDBOX_KEY gold:b: "gold" is not a plan\. Write <plan>:<key>/],
    [{ EPHEMERAL: '1', DATA: 'foo' }, 'PETSTORE_SANDBOX_EPHEMERAL and PETSTORE_SANDBOX_DATA cannot be combined: leave out one of them'],
    [{ TLS_CERT: 'x.pem' }, '--tls-key is missing: give certificate and key together'],
  ])('%j', async (variables, message) => {
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`PETSTORE_SANDBOX_${name}`, String(value)]))
    const { exitCode, errors } = await runHere([], env)
    expect(errors).toMatch(message instanceof RegExp ? message : `error: ${message}\n`)
    expect(exitCode).toBe(2)
  })
})

test('a variable of a switch has many spellings', async () => {
  const schemeOf = async (TLS: string) => /BASE_URL='(\w+):/.exec((await runHere(['env'], { PETSTORE_SANDBOX_TLS: TLS })).output)?.[1]
  for (const off of ['', '0', 'no', 'off', 'FALSE']) expect([off, await schemeOf(off)]).toEqual([off, 'http'])
  // There is no authority, so nothing is shown.
  for (const on of ['1', 'yes', 'ON', 'true']) expect([on, await schemeOf(on)]).toEqual([on, undefined])
})

describe('a port or directory that cannot be used gives one line and exit code 3', () => {
  test('a port in use', async () => {
    const { port } = new URL(await serveHttp(() => {}))
    const said = [await runHere(['--ephemeral', '-p', port]), await runHere(['--ephemeral'], { PETSTORE_SANDBOX_PORT: port })]
    const told = (name: string) => ({
      exitCode: 3,
      output: '',
      errors: `error: port ${port} of 127.0.0.1 is in use: stop the program that listens there, or choose another port with ${name} (0 picks a free port)\n`,
    })
    expect(said).toEqual([told('--port'), told('PETSTORE_SANDBOX_PORT')])
  })

  // 203.0.113.0/24 is for examples (RFC 5737): no machine has such an address, so the default port is named and not taken.
  test('an address of another machine, while Kubernetes has injected a port and CI an empty variable', async () => {
    const env = { PETSTORE_SANDBOX_PORT: 'tcp://10.0.0.1:4711', PETSTORE_SANDBOX_SEED: '' }
    const { exitCode, errors } = await runHere(['--ephemeral', '--host', '203.0.113.1'], env)
    expect(errors).toMatch(/^error: cannot listen on 203\.0\.113\.1:4010: .+: choose an address of this machine with --host\n$/)
    expect(exitCode).toBe(3)
  })
})
