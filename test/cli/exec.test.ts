// exec: its exit codes, the environment of the client, and signals. It runs small clients and shells.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createDirectory, isAlive, MAIN, run, runHere } from '../support/command.ts'
import { hasTerminals, openTerminal } from '../support/terminal.ts'

/** A client that makes one good call. */
const CALL = `
  const { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key } = process.env
  const headers = { authorization: 'Bearer ' + key, 'user-agent': 'shop/1.0', connection: 'close' }
  const response = await fetch(url + '/pets', { headers })
  await response.text()
`
const node = (code: string) => [process.execPath, '--input-type=module', '-e', code]

/** The same in a shell, which starts in a tenth of the time of Node.js. */
const SHELL_CALL = 'curl -sS -A shop/1.0 -o /dev/null -H "Authorization: Bearer $PETSTORE_API_KEY" "$PETSTORE_BASE_URL/pets"'
const shell = (code: string) => ['sh', '-c', `${SHELL_CALL}; ${code}`]

describe('the exit code', () => {
  test('of a good client whose tests pass is 0, and the report is on standard error', async () => {
    const { exitCode, output, errors } = await run(['exec', '--', ...node(`${CALL}; console.log(response.status)`)])
    expect([exitCode, output]).toEqual([0, '200\n'])
    expect(errors).toMatch(/^┌─ PASSED ─/)
    expect(errors).not.toContain('note:')
  })

  test('of a client that fails by itself is the code of the client, for any verdict', async () => {
    const { exitCode, errors } = await runHere(['exec', '--', ...shell('exit 7')])
    expect(exitCode).toBe(7)
    expect(errors).toContain('PASSED')
    expect(errors).toMatch(/note: the command ended with 7, so exec ends with 7 too\n$/)
  })

  test('of a client that never called is 10, and the report says what to check and which variable was set', async () => {
    const { exitCode, errors } = await runHere(['exec', '--', 'true'])
    expect(exitCode).toBe(10)
    expect(errors.replaceAll(/\n│ +/g, ' ')).toContain('check the base URL of the client')
    expect(errors).toMatch(/PETSTORE_BASE_URL was http:\/\/127\.0\.0\.1:\d+\/v1/)
  })

  test('of a client with too little coverage is 11', async () => {
    const { exitCode, errors } = await runHere(['exec', '--min-coverage', '100', '--', ...shell('exit 0')])
    expect(exitCode).toBe(11)
    expect(errors).toMatch(/Coverage is [\d.]+ %, but 100 % is required/)
  })

  test('of a client that a signal ended is 128 plus the number of the signal', async () => {
    expect((await runHere(['exec', '--', 'sh', '-c', 'kill -9 $$'])).exitCode).toBe(137)
  })

  test.each([
    ['stays', 'exit 7', 7],
    ['is 2', 'exit 0', 2],
  ])('of a client %s where the report can be written no more, and the report is shown', async (_title, end, code) => {
    const file = join(await createDirectory(), 'report.xml')
    const { exitCode, errors } = await runHere(['exec', '--output', file, '--', 'sh', '-c', `mkdir "$0"; ${end}`, file])
    expect(exitCode).toBe(code)
    expect(errors).toContain('No call of a client has ended')
    expect(errors).toContain(`error: --output ${file}: cannot be written: EISDIR`)
  })
})

test('the client finds base URL, key, control API and authority in its environment, and keeps its own variables', async () => {
  const file = join(await createDirectory(), 'env')
  const args = ['exec', '--plan', 'free', '--tls', '--control-token', 'secret', '--', 'sh', '-c', 'env >"$0"', file]
  await runHere(args, {
    OWN: 'mine',
    PETSTORE_SANDBOX_PORT: '4010',
    PETSTORE_SANDBOX_DATA: '/nowhere',
    PETSTORE_SANDBOX_STORE: 'redis://nowhere',
  })
  const env = Object.fromEntries((await readFile(file, 'utf8')).split('\n').map((line) => line.split(/=(.*)/)))
  expect(env).toMatchObject({ PETSTORE_API_KEY: 'sandbox_free', PETSTORE_SANDBOX_CONTROL_TOKEN: 'secret', OWN: 'mine' })
  expect(env.PETSTORE_BASE_URL).toBe(`${env.PETSTORE_SANDBOX_URL}/v1`)
  expect(env.PETSTORE_SANDBOX_URL).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(env.PETSTORE_SANDBOX_URL).not.toContain(':4010')
  expect(env.NODE_EXTRA_CA_CERTS).toMatch(/ca\.pem$/)
})

const LOOPBACK = '127.0.0.1,localhost,::1'
test.each([
  ['without a list of its own', {}, LOOPBACK, LOOPBACK],
  ['with one list', { NO_PROXY: 'a.example' }, `a.example,${LOOPBACK}`, `a.example,${LOOPBACK}`],
  ['with two lists', { NO_PROXY: 'a.example,::1', no_proxy: '' }, 'a.example,::1,127.0.0.1,localhost', LOOPBACK],
  ['with no proxy at all', { no_proxy: '*' }, '*', '*'],
])('a client calls the sandbox without the proxy: %s', async (_title, own, upper, lower) => {
  const file = join(await createDirectory(), 'env')
  const print = ['sh', '-c', `printf '%s %s' "$NO_PROXY" "$no_proxy" >"$0"`, file]
  await runHere(['exec', '--', ...print], { NO_PROXY: undefined, no_proxy: undefined, ...own })
  expect(await readFile(file, 'utf8')).toBe(`${upper} ${lower}`)
})

test('options after -- belong to the command, and a word with blanks stays one word', async () => {
  const file = join(await createDirectory(), 'words')
  const write = ['sh', '-c', 'printf "[%s]" "$@" >"$0"', file]
  expect((await runHere(['exec', '--', ...write, '--', '--plan', 'gold', 'two words', '$HOME', ''])).exitCode).toBe(10)
  expect(await readFile(file, 'utf8')).toBe('[--][--plan][gold][two words][$HOME][]')
})

test('the client can read the standard input of exec', async () => {
  const child = spawn(process.execPath, [MAIN, 'exec', '--', 'cat'], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.end('hello')
  const [chunk] = await once(child.stdout, 'data')
  expect(String(chunk)).toBe('hello')
  await once(child, 'close')
})

test('a call that the client left open has failed', async () => {
  const code = `
    const { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key, PETSTORE_SANDBOX_URL: origin } = process.env
    fetch(url.replace('/v1', '/~hang/v1') + '/pets', { headers: { authorization: 'Bearer ' + key } })
    await fetch(origin + '/_sandbox/worlds/default/requests?count=1&wait=30')
    process.exit(3)`
  const { errors } = await runHere(['exec', '--format', 'json', '--', ...node(code)])
  expect(JSON.parse(errors).facts.calls).toEqual([expect.objectContaining({ outcome: 'failed' })])
})

/** A client that prints each signal, and ends with 42 after this many signals. */
const listener = (count: number) =>
  node(`
    ${CALL}
    let count = 0
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
      process.on(signal, () => { console.log(signal); if (++count === ${count}) process.exit(42) })
    setInterval(() => {}, 1000)
    console.log('ready ' + process.pid)
  `)

/** Runs exec, and sends it the signals. Each signal waits until the client has printed the one before. */
async function signal(words: readonly string[], signals: readonly NodeJS.Signals[], args: readonly string[] = []) {
  let port = 0
  let pid = 0
  const finished = await run(['exec', ...args, '--', ...words], {}, (child) => {
    const left = [...signals]
    let seen = ''
    child.stdout?.on('data', (chunk) => {
      seen += chunk
      pid ||= Number(/ready (\d+)/.exec(seen)?.[1] ?? 0)
      port ||= Number(/port (\d+)/.exec(seen)?.[1] ?? 0)
      const next = left.shift()
      if (next !== undefined) child.kill(next)
    })
  })
  return { ...finished, pid, port }
}

describe('signals', () => {
  test('each signal reaches the client once, also a repeated signal, and the exit code is the client’s', async () => {
    const signals = ['SIGHUP', 'SIGTERM', 'SIGTERM', 'SIGINT', 'SIGQUIT'] as const
    const { exitCode, output } = await signal(listener(signals.length), signals)
    expect(exitCode).toBe(42)
    expect(output.split('\n').slice(1, -1)).toEqual(signals)
  })

  test('a client that SIGTERM ends makes it end with 143', async () => {
    const { exitCode, pid, errors } = await signal(shell('echo ready $$; exec sleep 1000'), ['SIGTERM'])
    expect(exitCode).toBe(143)
    expect(errors).toContain('PASSED')
    expect(isAlive(pid)).toBe(false)
  })

  test.each([
    ['SIGINT', '', 130],
    ['SIGTERM', 'trap "exit 7" TERM', 7],
    ['SIGTERM', 'trap "exit 0" TERM', 143],
  ] as const)('%s reaches all processes of a command, as from a terminal: "%s" ends with %i', async (name, first, code) => {
    // The inner shell says that it is ready, so that no signal comes before the outer one waits for it. Its `sleep` is running by then: a
    // signal before would let the shell wait for its end.
    const script = `${first}\nsh -c 'sleep 9 & echo ready $$; wait; echo end'; echo end`
    const { exitCode, output } = await signal(['bash', '-c', script], [name])
    expect([exitCode, output]).toEqual([code, expect.not.stringContaining('end')])
  })

  test('processes that the client leaves behind end with it', async () => {
    const file = join(await createDirectory(), 'processes')
    const leave = 'sleep 1000 & echo $!; trap "" TERM; sh -c "trap : TERM; sleep 1000" & echo $!; exit 3'
    const { exitCode } = await runHere(['exec', '--', 'sh', '-c', `exec >"$0"; ${leave}`, file])
    expect(exitCode).toBe(3)
    const pids = (await readFile(file, 'utf8')).trim().split('\n').map(Number)
    expect(pids).toHaveLength(2)
    for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

test.runIf(hasTerminals)('on a terminal Ctrl-C reaches the client once, and the report fits and has colours', async () => {
  const code = `
    ${CALL}
    let count = 0
    process.on('SIGINT', () => { console.log('got ' + ++count); if (count === 2) setTimeout(() => process.exit(5), 300) })
    process.stdin.on('data', (text) => console.log('read ' + text))
    console.log('terminal ' + process.stdin.isTTY)
  `
  const { shown, seen, type, ended } = openTerminal('exec "$@"', [process.execPath, MAIN, 'exec', '--', ...node(code)])
  await seen('terminal true')
  type('\u0003')
  await seen('got 1')
  type('hello\n')
  await seen('read hello')
  type('\u0003')
  expect(await ended).toBe(5)
  expect(shown().match(/got \d/g)).toEqual(['got 1', 'got 2'])
  expect(shown()).toContain('\u001b[32m┌─ PASSED')
  for (const line of stripVTControlCharacters(shown()).split('\r\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('nobody listens on the port afterwards', async () => {
  const file = join(await createDirectory(), 'url')
  await runHere(['exec', '--', 'sh', '-c', 'printf %s "$PETSTORE_SANDBOX_URL" >"$0"', file])
  const url = await readFile(file, 'utf8')
  expect(url).toMatch(/^http:/)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('a file with a shebang is a program', async () => {
  const directory = await createDirectory()
  const file = join(directory, 'client')
  await writeFile(file, '#!/bin/sh\nexit 5\n')
  await chmod(file, 0o755)
  expect((await runHere(['exec', '--', file])).exitCode).toBe(5)
})
