// The commands that drive a running sandbox: worlds, reset, clock and requests.

import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JournalEntry, Sandbox } from '../../src/sandbox.ts'
import { createDirectory, run, runHere } from '../support/command.ts'
import { findPort } from '../support/machines.ts'
import { start, startWithClient } from '../support/sandbox.ts'

const TERMINAL = { columns: 100 }
/** Output without colours. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined }

const drive = (sandbox: Sandbox, ...args: string[]) => runHere([...args, '--url', sandbox.origin])
const look = (sandbox: Sandbox, ...args: string[]) => runHere([...args, '--url', sandbox.origin], PLAIN, TERMINAL)
const linesOf = (output: string) => output.trimEnd().split('\n')
const valuesOf = (output: string): unknown[] => (output === '' ? [] : linesOf(output).map((line) => JSON.parse(line)))

describe('worlds', () => {
  test('are lines of JSON in a pipe, and a table on a terminal', async () => {
    const sandbox = await start()
    expect(await drive(sandbox, 'worlds')).toEqual({ exitCode: 0, output: '', errors: '' })
    expect((await look(sandbox, 'worlds')).output).toBe('there are no worlds yet\n')
    await sandbox.world('w1').clock.set({ now: '2030-12-05T00:00:01Z', frozen: true })
    await sandbox.world('w2').scenarios.put([{ name: 'flaky' }, { name: 'slow', parameters: { delay: 0 } }])
    const states = valuesOf((await drive(sandbox, 'worlds')).output)
    expect(states).toMatchObject([
      { name: 'w1', alive: true, clock: { frozen: true } },
      { name: 'w2', scenarios: ['flaky', 'slow'] },
    ])
    const [head, first, second] = linesOf((await look(sandbox, 'worlds')).output)
    expect(head).toMatch(/^WORLD +STATE +BYTES +LAST USE +CLOCK +SCENARIOS OR DAMAGE$/)
    expect(first).toMatch(/^w1 +in memory +[\d,]+ +20\S+Z +2030-12-05T00:00:01Z frozen$/)
    expect(second).toMatch(/^w2 +in memory +[\d,]+ +20\S+Z +real time +flaky, slow$/)
    expect((await drive(sandbox, 'worlds', '--format', 'text')).output).toContain('WORLD')
    expect(valuesOf((await look(sandbox, 'worlds', '--format', 'json')).output)).toHaveLength(2)
  })

  test('have colours on a terminal, unless NO_COLOR is set', async () => {
    const sandbox = await start()
    await sandbox.world('w1').reset()
    const coloured = await runHere(
      ['worlds', '--url', sandbox.origin],
      { CI: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: 'xterm-256color' },
      TERMINAL,
    )
    expect(coloured.output).toContain('\u001b[')
    expect((await look(sandbox, 'worlds')).output).not.toContain('\u001b[')
    expect((await drive(sandbox, 'worlds', '--format', 'text')).output).not.toContain('\u001b[')
  })

  test('that are damaged have the reason', async () => {
    const data = await createDirectory()
    const first = await start({ data })
    await first.world('w1').data.remove('pets', 1)
    await first.close()
    await writeFile(`${data}/w1.json`, '{')
    const sandbox = await start({ data })
    const listed = () => runHere(['worlds', '--format', 'text', '--url', sandbox.origin], PLAIN)
    await expect.poll(async () => (await listed()).output).toMatch(/^w1 +damaged .*w1\.json/m)
  })
})

describe('reset', () => {
  test('resets the named worlds, and leaves the others', async () => {
    const sandbox = await start()
    for (const name of ['w1', 'w2', 'w3']) await sandbox.world(name).data.remove('pets', 1)
    expect(valuesOf((await drive(sandbox, 'reset', 'w1', 'w2')).output)).toMatchObject([{ name: 'w1' }, { name: 'w2' }])
    const counts = ['w1', 'w2', 'w3'].map(async (name) => (await sandbox.world(name).data.get()).pets?.length)
    expect(await Promise.all(counts)).toEqual([15, 15, 14])
    expect(valuesOf((await drive(sandbox, 'reset', '--all')).output)).toHaveLength(3)
    expect((await sandbox.world('w3').data.get()).pets).toHaveLength(15)
  })

  test('a world that nobody has used needs no reset: the command says so, and ends with 0', async () => {
    const sandbox = await start()
    await sandbox.world('typo').data.remove('pets', 1)
    const { exitCode, output, errors } = await drive(sandbox, 'reset', 'tpyo', 'typo')
    expect([exitCode, valuesOf(output)]).toMatchObject([0, [{ name: 'typo' }]])
    expect(errors).toBe('note: nothing to reset: there is no world tpyo: did you mean typo?\n')
    expect((await sandbox.worlds.list()).map(({ name }) => name)).toEqual(['typo'])
  })
})

describe('a command that reads a missing world does not create it', () => {
  test.each([
    ['report', '--world', 'tpyo'],
    ['requests', '--world', 'tpyo'],
    ['clock', 'tpyo'],
  ])('%s %s %s', async (...args) => {
    const sandbox = await start()
    await sandbox.world('typo').data.remove('pets', 1)
    const refused = (message: string) => ({ exitCode: 2, output: '', errors: `error: there is no world ${message}\n` })
    expect(await drive(sandbox, ...args)).toEqual(refused('tpyo: did you mean typo?'))
    const far = args.map((word) => word.replace('tpyo', 'elsewhere'))
    expect(await drive(sandbox, ...far)).toEqual(refused('elsewhere; the worlds are typo'))
    expect((await sandbox.worlds.list()).map(({ name }) => name)).toEqual(['typo'])
    expect((await sandbox.world('typo').data.get()).pets, 'nothing is reset').toHaveLength(14)
  })
})

describe('clock', () => {
  test.each([
    [['--set', '2030-12-05T00:00:01Z', '--freeze'], '2030-12-05T00:00:01Z frozen\n'],
    [['--set', '2030-12-05', '--freeze', '--advance', '61'], '2030-12-05T00:01:01Z frozen\n'],
    [['--freeze'], '2030-01-01T00:00:00Z frozen\n'],
    [['--advance', '-1'], '2029-12-31T23:59:59Z frozen\n'],
    [[], '2030-01-01T00:00:00Z frozen\n'],
  ])('clock w1 %j', async (args, said) => {
    const sandbox = await start()
    await sandbox.world('w1').clock.set({ now: '2030-01-01T00:00:00Z', frozen: true })
    expect(await look(sandbox, 'clock', 'w1', ...args)).toEqual({ exitCode: 0, output: said, errors: '' })
  })

  test('without a world it is the clock of the world default, and runs in real time', async () => {
    const sandbox = await start()
    await sandbox.world().clock.set({ now: '2030-01-01T00:00:00Z', frozen: true })
    const [still] = valuesOf((await drive(sandbox, 'clock', '--set', 'now', '--freeze')).output)
    expect(still).toMatchObject({ frozen: true })
    const [state] = valuesOf((await drive(sandbox, 'clock', '--set', 'now')).output) as { now: string; frozen: boolean }[]
    expect(state?.frozen).toBe(false)
    expect(Math.abs(Date.parse(state?.now ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    [['w1', '--freeze', '--unfreeze'], "error: option '--freeze' cannot be used with option '--unfreeze'\n"],
    [['w9'], 'error: there is no world w9: a world is created when it is first used\n'],
    // A text without a zone means another moment on each machine.
    [
      ['w9', '--set', '2030-12-05T00:00:00'],
      'error: --set must be a time from 1970 to 9998 with its zone, for example 2030-12-05T00:00:01Z, got "2030-12-05T00:00:00"\n',
    ],
    [['w9', '--set', '2030-12-05', '--advance', '1h'], 'error: --advance must be a number from -253370764800 to 253370764800, got "1h"\n'],
  ])('%j is refused, and makes no world', async (args, message) => {
    const sandbox = await start()
    expect(await drive(sandbox, 'clock', ...args)).toEqual({ exitCode: 2, output: '', errors: message })
    expect(await sandbox.worlds.list()).toEqual([])
  })
})

/** A sandbox that has got four requests. */
async function startUsed() {
  const { sandbox, call } = await startWithClient({}, 'free')
  const calls = [
    await call('/pets?limit=2', { headers: { 'sandbox-case': '"named";expect=200' } }),
    await call('/pets', { method: 'POST', body: { name: 5 } }),
    await call('/pets/99'),
    await call('/pets', { key: 'sandbox_free_w2', headers: { 'sandbox-scenario': 'flaky' } }),
  ]
  const ids = calls.map(({ headers }) => headers.get('sandbox-request-id') ?? '')
  await sandbox.requests.list({ count: 4, wait: 30 })
  return { sandbox, call, ids }
}

describe('requests', () => {
  test.each<[string, number[]]>([
    ['', [0, 1, 2, 3]],
    ['--world w1', [0, 1, 2]],
    ['--world w2', [3]],
    ['--operation listPets', [0, 3]],
    ['--world w1 --status 404', [2]],
    ['--status 4xx', [1, 2]],
    ['--cause scenario;name=flaky', [3]],
    ['--case named', [0]],
    ['--text limit=2', [0]],
    ['--since 2999-01-01T00:00:00Z', []],
    ['--world w1 --count 2', [0, 1, 2]],
  ])('requests %s', async (words, expected) => {
    const { sandbox, ids } = await startUsed()
    const args = words.split(' ').filter((word) => word !== '')
    const { exitCode, output, errors } = await drive(sandbox, 'requests', ...args)
    expect([exitCode, errors]).toEqual([0, ''])
    const found = valuesOf(output) as JournalEntry[]
    expect(found.map(({ id }) => id)).toEqual(expected.map((index) => ids[index]))
    const { output: table } = await look(sandbox, 'requests', ...args)
    for (const [index, id] of ids.entries()) expect(table.includes(id), id).toBe(expected.includes(index))
    if (expected.length === 0) expect(table).toBe('there are no such requests\n')
  })

  test('are a table on a terminal, no wider than the terminal', async () => {
    const { sandbox, call } = await startUsed()
    await call(`/pets?limit=2&note=${'x'.repeat(300)}`, { warned: true })
    const [head = '', ...lines] = linesOf((await look(sandbox, 'requests')).output)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(TERMINAL.columns)
    const rows = lines.filter((line) => /^\d/.test(line))
    expect(head).toMatch(/^TIME +REQUEST +STATUS +CAUSE +MS +WORLD +ID$/)
    expect(rows[0]).toMatch(/^\d\d:\d\d:\d\d {2}GET \/v1\/pets\?limit=2 +200 +handler +\d+ +w1 +req_\w+_1$/)
    expect(rows[3]).toMatch(/^\d\d:\d\d:\d\d {2}GET \/v1\/pets +500 +scenario;name=flaky;\S*… +\d+ +w2 +req_\w+_4$/)
    expect(rows[4]).toMatch(/GET \/v1\/pets\?limit=2.*…/)
    expect((await look(sandbox, 'requests', '--world', 'w1')).output).not.toContain('WORLD')
  })

  test('that were refused have the reason in the next lines, no wider than the terminal', async () => {
    const { sandbox, call } = await startUsed()
    await call(`/pets?limit=${'9'.repeat(50)}x${'9'.repeat(50)}`)
    await sandbox.requests.list({ count: 5, wait: 30 })
    const lines = linesOf((await runHere(['requests', '--url', sandbox.origin], PLAIN, { columns: 80 })).output).slice(1)
    const kinds = lines.map((line) => (/^\d/.test(line) ? 'row' : 'reason')).join(' ')
    expect(kinds).toMatch(/^row row( reason)+ row( reason)+ row( reason)+ row( reason)+$/)
    expect(lines[2]).toMatch(/^ {10}categoryId is missing: send an int64/)
    expect(lines.find((line) => line.includes('limit must be'))?.length).toBeLessThanOrEqual(80)
    const { output } = await drive(sandbox, 'requests', '--status', '4XX', '--format', 'text')
    expect(output, 'no terminal cuts nothing, and a long value is cut inside its quotes').toMatch(/limit must be .*…"$/m)
  })

  test('that were served have their warnings in the next lines', async () => {
    const sandbox = await start()
    const headers = { authorization: `Bearer ${sandbox.key()}` }
    await (await fetch(`${sandbox.url}/pets?colour=red&limt=2`, { headers })).text()
    await sandbox.requests.list({ count: 1, wait: 30 })
    const lines = linesOf((await look(sandbox, 'requests')).output)
    const remarks = lines.slice(2).map((line) => line.trim())
    expect(remarks.join(' ')).toMatch(/^warning: .*colour.* warning: .*limt.*did you mean limit\?$/)
  })

  test('of one id are shown in detail, with the trace of the decision', async () => {
    const { sandbox, ids } = await startUsed()
    const [found] = valuesOf((await drive(sandbox, 'requests', '--id', ids[1] ?? '')).output) as JournalEntry[]
    expect(found).toEqual(JSON.parse(JSON.stringify(await sandbox.requests.find(ids[1] ?? ''))))
    const { output } = await look(sandbox, 'requests', '--world', 'w1', '--id', ids[1] ?? '')
    for (const part of [`POST /v1/pets  400  ${ids[1]}`, 'What went wrong']) expect(output).toContain(part)
    expect(await drive(sandbox, 'requests', '--id', 'req_a_1')).toEqual({
      exitCode: 2,
      output: '',
      errors:
        'error: the journal has no request req_a_1: perhaps newer requests have replaced it, its world was reset, or it is in another world\n',
    })
  })

  test('of a client show no control characters on a terminal', async () => {
    const { sandbox } = await startUsed()
    await fetch(`${sandbox.url}/pets`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox_free_w1', 'sandbox-case': '"\u00e9"' },
      body: '\u001b[2J\u0007',
    })
    const last = (await sandbox.requests.list({ count: 5, wait: 30 })).at(-1)
    for (const args of [['requests'], ['requests', '--id', last?.id ?? '']])
      expect((await look(sandbox, ...args)).output).not.toMatch(/[^\P{C}\n]/u)
  })

  test.each([
    [['--wait', 'x'], '--wait must be a number, got "x"'],
    [['--count', '0'], '--count must be a whole number from 1 to 1000, got 0'],
    [['--id', 'req_a_1', '--follow'], "option '-f, --follow' cannot be used with option '--id <id>'"],
    [['--world', 'w9'], 'there is no world w9: a world is created when it is first used'],
    [['--world', 'w9', '--wait', 'x'], '--wait must be a number, got "x"'],
    [['--world', 't/yo', '--wait', '5'], '--world: "t/yo" has "/"'],
  ])('%j is refused, and makes no world', async (args, message) => {
    const sandbox = await start()
    const { exitCode, output, errors } = await drive(sandbox, 'requests', ...args)
    expect([exitCode, output]).toEqual([2, ''])
    expect(errors).toContain(message)
    expect(await sandbox.worlds.list()).toEqual([])
  })

  test('with a filter that is too long for a request are refused with the reason', async () => {
    const { exitCode, errors } = await drive(await start(), 'requests', '--text', 'x'.repeat(20_000))
    expect([exitCode, errors]).toEqual([2, expect.stringMatching(/^error: The target of the request line must have at most \d+ bytes/)])
  })

  test('of a world that nobody has called yet: the command waits for them', async () => {
    const { sandbox, call } = await startUsed()
    const waiting = drive(sandbox, 'requests', '--world', 'w9', '--count', '1', '--wait', '30')
    await expect.poll(() => sandbox.worlds.has('w9')).toBe(true)
    await call('/pets', { key: 'sandbox_free_w9' })
    const { exitCode, output, errors } = await waiting
    expect([exitCode, errors]).toEqual([0, ''])
    expect(valuesOf(output)).toMatchObject([{ world: 'w9', operation: 'listPets' }])
    const more = await drive(sandbox, 'requests', '--world', 'w9', '--count', '9', '--wait', '0.05')
    expect([more.exitCode, more.output, more.errors]).toEqual([10, output, 'only 1 of 9 requests came within 50 ms\n'])
  })
})

describe('requests --follow', () => {
  /** Follows in a process of its own, and ends it after this many lines. */
  async function follow(sandbox: Sandbox, args: string[], lines: number, end: (child: import('node:child_process').ChildProcess) => void) {
    let seen = ''
    return run(['requests', '--follow', '--url', sandbox.origin, ...args], {}, (child) => {
      child.stdout?.on('data', (chunk) => {
        seen += chunk
        if (seen.split('\n').length > lines) end(child)
      })
    })
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('gives what is there and what comes, each once, until %s', async (signal, exitCode) => {
    const { sandbox, call, ids } = await startUsed()
    const later: string[] = []
    const following = follow(sandbox, ['--world', 'w1', '--operation', 'listPets'], 3, (child) => child.kill(signal))
    await expect.poll(async () => (await fetch(`${sandbox.origin}/_sandbox/worlds`)).ok).toBe(true)
    for (let round = 0; round < 200 && later.length < 2; round += 1) {
      await call('/pets/1')
      later.push((await call('/pets?limit=1')).headers.get('sandbox-request-id') ?? '')
    }
    const finished = await following
    expect([finished.exitCode, finished.errors]).toEqual([exitCode, ''])
    const found = (valuesOf(finished.output) as JournalEntry[]).map(({ id }) => id)
    expect(found.slice(0, 3)).toEqual([ids[0], ...later])
  })

  test('makes no world, and shows the first request of a new one', async () => {
    const { sandbox, call } = await startUsed()
    const following = follow(sandbox, ['--world', 'w9', '--format', 'text'], 2, (child) => child.kill('SIGINT'))
    await call('/pets')
    expect(await sandbox.worlds.has('w9')).toBe(false)
    // The command has read the journal before this request ends. The first row sets the widths of the columns.
    const { headers } = await call('/pets', { key: 'sandbox_free_w9', headers: { 'sandbox-scenario': 'slow;delay=1' } })
    const { exitCode, output, errors } = await following
    expect([exitCode, errors]).toEqual([130, ''])
    const id = headers.get('sandbox-request-id')
    expect(output).toMatch(new RegExp(`^TIME {6}REQUEST .*\\n[\\d:]{8}  GET /v1/pets .* w9 +${id}\\n$`))
  })

  test('ends cleanly when its reader leaves', async () => {
    const { sandbox, call } = await startUsed()
    let isOver = false
    const following = follow(sandbox, [], 2, (child) => child.stdout?.destroy()).finally(() => {
      isOver = true
    })
    while (!isOver) await call('/pets', { key: 'sandbox_enterprise_w1' })
    const { exitCode, errors } = await following
    expect([exitCode, errors]).toEqual([0, ''])
  })
})

test('a reader that leaves in the middle of a long list ends the command cleanly', async () => {
  const { sandbox, call } = await startUsed()
  for (let round = 0; round < 100; round += 1) await call('/pets', { key: 'sandbox_enterprise_w1' })
  const { exitCode, errors } = await run(['requests', '--url', sandbox.origin], {}, (child) => {
    child.stdout?.once('data', () => child.stdout?.destroy())
  })
  expect([exitCode, errors]).toEqual([0, ''])
})

describe('the sandbox is found', () => {
  test('by the same options and variables as wait and health do, with its token', async () => {
    const sandbox = await start({ controlToken: 'let me in' })
    const { port } = new URL(sandbox.origin)
    await sandbox.world('w1').reset()
    const token = { PETSTORE_SANDBOX_CONTROL_TOKEN: 'let me in' }
    for (const [args, env] of [
      [['-p', port, '--control-token', 'let me in'], {}],
      [['-p', port], token],
      [[], { ...token, PETSTORE_SANDBOX_PORT: port, PETSTORE_SANDBOX_HOST: '0.0.0.0' }],
      [['--url', `${sandbox.url}/`], token],
      [['-p', port], { ...token, PETSTORE_SANDBOX_URL: 'http://127.0.0.1:1' }],
    ] as [string[], Record<string, string>][])
      expect(valuesOf((await runHere(['worlds', ...args], env)).output)).toMatchObject([{ name: 'w1' }])
    expect((await drive(sandbox, 'worlds', '-p', port)).errors).toBe(
      'error: --url has the host and the port: leave out --host and --port\n',
    )
    const wants = `error: ${sandbox.origin}: this sandbox wants its control token: `
    expect(await drive(sandbox, 'worlds')).toEqual({ exitCode: 2, output: '', errors: `${wants}give it with --control-token\n` })
    const wrong = await drive(sandbox, 'worlds', '--control-token', 'x')
    expect(wrong).toEqual({ exitCode: 2, output: '', errors: `error: ${sandbox.origin}: wrong control token\n` })
  })

  test('over HTTPS, trusted by the file that its data directory has, or by --ca', async () => {
    const data = await createDirectory()
    const sandbox = await start({ tls: true, data })
    const file = sandbox.authorityFile ?? ''
    expect(dirname(file)).toBe(data)
    expect(readFileSync(file, 'utf8')).toContain('BEGIN CERTIFICATE')
    for (const args of [
      ['--data', data],
      ['--ca', file],
    ])
      expect(await drive(sandbox, 'worlds', ...args)).toEqual({ exitCode: 0, output: '', errors: '' })
    const untrusted = await drive(sandbox, 'worlds', '--data', await createDirectory())
    expect(untrusted).toMatchObject({
      exitCode: 3,
      errors: expect.stringContaining('its certificate is not trusted: give the certificate of its authority with --ca ('),
    })
  })

  test.each([['worlds'], ['reset', '--all'], ['clock'], ['requests'], ['requests', '--follow']])('or not, by %s %s', async (...args) => {
    const origin = `http://127.0.0.1:${await findPort()}`
    expect(await runHere([...args, '--url', origin])).toEqual({
      exitCode: 3,
      output: '',
      errors: `error: ${origin}: no sandbox answers: nobody listens there: start a sandbox, or name another address (ECONNREFUSED)\n`,
    })
  })
})
