// All commands share the help, the version, the variables, errors in one line and the exit codes.

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { startOptions } from '../../src/cli/start-options.ts'
import { OPTION_NAMES } from '../../src/options/read-options.ts'
import { runHere } from '../support/command.ts'
import { serveHttp } from '../support/serve.ts'

test('every option of start is an option of the library by the same name', () => {
  const names = startOptions().map((option) => option.attributeName())
  expect(names).toContain('enterpriseLimits')
  for (const name of names) expect(OPTION_NAMES).toContain(name)
})

test.each([[['--help']], [['-h']], [['start', '--help']]])(
  '%j names every option, its variable and the exit codes in 80 columns',
  async (args) => {
    const { exitCode, output } = await runHere(args)
    expect(exitCode).toBe(0)
    for (const option of startOptions()) {
      expect(output).toContain(`  ${option.flags}`)
      expect(output.replaceAll(/\s+/g, '')).toContain(`env:${option.envVar})`)
    }
    expect(output).toMatch(/3 +cannot listen, store not usable, no sandbox found/)
    for (const line of output.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  },
)

test('--help names every command, and each has a help of its own', async () => {
  const { output } = await runHere(['--help'])
  for (const name of ['start', 'wait', 'health', 'env', 'worlds', 'reset', 'clock', 'requests', 'scenarios', 'fixtures']) {
    expect(output).toMatch(new RegExp(`^  ${name} \\[options\\] .*\\w`, 'm'))
    expect((await runHere([name, '--help'])).output).toContain(`Usage: petstore-sandbox ${name} [options]`)
  }
})

test.each(['--version', '-V'])('%s is the version of the package', async (flag) => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(await runHere([flag])).toEqual({ exitCode: 0, output: `${version}\n`, errors: '' })
})

describe('wrong usage gives one line and exit code 2', () => {
  test.each([
    [['--port', 'x'], /^error: --port must be a whole number from 0 to 65535, got "x"$/],
    [['-p', '70000'], /^error: --port must be a whole number from 0 to 65535, got 70000$/],
    [['--prot', '1'], /^error: unknown option '--prot' \(Did you mean --port\?\)$/],
    [['strat'], /^error: there is no command strat: did you mean start\?$/],
    [['reqests', '--help'], /^error: there is no command reqests: did you mean requests\?$/],
    [['--limits', 'of'], /^error: --limits must be on or off, got "of": did you mean off\?$/],
    [['--limits', 'maybe'], /^error: --limits must be on or off, got "maybe"$/],
    [['--log', 'jsno'], /^error: --log must be text, json or silent, got "jsno": did you mean json\?$/],
    [['--enterprise-limits', '5'], /--enterprise-limits must be requests per minute and per day, for example 5000\/500000, got "5"$/],
    [['--enterprise-limits', '0/0'], /5000\/500000/],
    [['--ban-for', '5x'], /^error: --ban-for must be a number of seconds above 0, at most \d+, got "5x"$/],
    [['--ban-for', '0'], /above 0, at most \d+, got 0$/],
    [['--ban-after', '1.5'], /--ban-after must be a whole number from 1 to 1000000, got 1\.5$/],
    [['--seed', '99999999999999999999'], /--seed must be .*, got 99999999999999999999$/],
    [['--size', '-1'], /--size must be a whole number from 0 to 1000000, got -1$/],
    [['--max-worlds', '0'], /--max-worlds must be a whole number from 1/],
    [['--cors', 'true'], /--cors must be on or off, got "true"$/],
    [['--host', ''], /--host must be an address or a host name, got ""$/],
    [['--data', ''], /--data must be the path of a directory, got ""$/],
    [['--ephemeral', '--data', 'foo'], /^error: --ephemeral and --data cannot be combined: leave out one of them$/],
    [['--tls-cert', 'x.pem'], /^error: --tls-key is missing: give certificate and key together$/],
    [['--tls-key', 'x.pem'], /^error: --tls-cert is missing: give certificate and key together$/],
    [['--tls-cert', 'x.pem', '--tls-key', 'y.pem', '--tls-name', 'z'], /--tls-cert and --tls-name cannot be combined/],
    [['--key', 'gold:x'], /--key gold:x: write <plan>:<key>/],
    [['--key', 'free:a', '--key', 'pro:a'], /--key pro:a: this key is given twice/],
    [['--key', 'free:sandbox_pro'], /sandbox_pro is a key of the sandbox already/],
    [['--scenarios', '/nowhere'], /\/nowhere: the scenarios cannot be read: ENOENT/],
    [['start', 'start'], /start takes no arguments: leave out start/],
    [['start', 'staging'], /start takes no arguments: leave out staging/],
    [['exec', '--timeout', '5', '--', 'true'], /--timeout needs --inject: exec has no time limit/],
    [['wait', '--timeout', '5x'], /It must be a number of seconds above 0/],
    [['wait', '--port', '0'], /It must be a whole number from 1 to 65535/],
    [['health', '--url', 'ftp://x'], /^error: --url: "ftp:\/\/x" is not the address of a sandbox: write it like http:/],
    [['env', '--plan', 'gold'], /--plan gold: there is no such plan; the plans are free, pro/],
    [['env', '--world', 'test[1]'], /--world test\[1\]: "test\[1\]" has "\[" and "\]"\. Write test-1 instead: a world name has/],
    [['fixtures', '--seed', 'x'], /^error: --seed must be a whole number from 0/],
    [['fixtures', '--out', '/proc/foo'], /^error: \/proc\/foo: cannot be written: ENOENT/],
    [['fixtures', '--out', '/dev/null/x'], /^error: \/dev\/null\/x: cannot be written: \/dev\/null is a file, not a directory$/],
  ])('%j', async (args, message) => {
    const { exitCode, errors, output } = await runHere(args)
    expect(errors.trimEnd()).toMatch(message)
    expect(errors.split('\n')).toHaveLength(2)
    expect([exitCode, output]).toEqual([2, ''])
  })
})

describe('an error names a wrong variable as a variable', () => {
  test.each([
    [{ BAN_AFTER: 'x' }, 'PETSTORE_SANDBOX_BAN_AFTER must be a whole number from 1 to 1000000, got "x"'],
    [{ BARE: 'maybe' }, 'PETSTORE_SANDBOX_BARE: write true or false, got maybe'],
    [{ KEY: 'free:a gold:b' }, /^error: PETSTORE_SANDBOX_KEY gold:b: write <plan>:<key>/],
    [{ EPHEMERAL: '1', DATA: 'foo' }, 'PETSTORE_SANDBOX_EPHEMERAL and PETSTORE_SANDBOX_DATA cannot be combined: leave out one of them'],
    [{ TLS_CERT: 'x.pem' }, '--tls-key is missing: give certificate and key together'],
  ])('%j', async (variables, message) => {
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`PETSTORE_SANDBOX_${name}`, String(value)]))
    const { exitCode, errors } = await runHere([], env)
    expect(errors).toMatch(message instanceof RegExp ? message : `error: ${message}\n`)
    expect(exitCode).toBe(2)
  })
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

  test.each([
    ['package.json', '/package.json is a file, not a directory'],
    ['/dev/null', '/dev/null is a file, not a directory'],
    ['/dev/null/x', '/dev/null is a file, not a directory'],
    ['/proc/foo', "ENOENT: no such file or directory, mkdir '/proc/foo'"],
  ])('--data %s', async (data, reason) => {
    const { exitCode, output, errors } = await runHere(['-p', '0', '--data', data])
    expect([exitCode, output]).toEqual([3, ''])
    expect(errors.startsWith(`error: ${data}: the data directory cannot be used: `)).toBe(true)
    expect(errors.endsWith(`${reason}; choose another directory with --data, or use --ephemeral\n`)).toBe(true)
  })

  // 203.0.113.0/24 is for examples (RFC 5737): no machine has such an address, so the default port is named and not taken.
  test('an address of another machine, while Kubernetes has injected a port and CI an empty variable', async () => {
    const env = { PETSTORE_SANDBOX_PORT: 'tcp://10.0.0.1:4711', PETSTORE_SANDBOX_SEED: '' }
    const { exitCode, errors } = await runHere(['--ephemeral', '--host', '203.0.113.1'], env)
    expect(errors).toMatch(/^error: cannot listen on 203\.0\.113\.1:4010: /)
    expect(exitCode).toBe(3)
  })
})

test.each([
  ['package.json', 'this is a file: give its directory instead'],
  ['fixtures', 'there is no scenario here: each scenario is a file, for example my-scenario.yaml'],
])('an error says why --scenarios %s has no scenarios', async (path, message) => {
  for (const args of [
    ['scenarios', '--check', path],
    ['scenarios', '--scenarios', path],
    ['--scenarios', path],
  ])
    expect(await runHere(args)).toEqual({ exitCode: 2, output: '', errors: `error: ${path}: ${message}\n` })
})

test('scenarios --help writes the empty default of a list as none', async () => {
  const { output } = await runHere(['scenarios', '--help'])
  expect(output).toContain('(default: none)')
  expect(output).not.toContain('[]')
})
