// inject and exec --inject: what they print, the files that they write, their exit codes, and signals.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { validateWith } from '../../src/contract/schema.ts'
import { quote } from '../../src/ground/words.ts'
import { createDirectory, isAlive, MAIN, run, runHere } from '../support/command.ts'
import { readPage } from '../support/pages.ts'
import { hasTerminals, openTerminal } from '../support/terminal.ts'

/** curl and a shell start in a tenth of the time of Node.js. `create` takes the name of the animal. Refusals end with 22 and a status. */
const CLIENT = `
  send() { curl -sSfo /dev/null -m 9 "$PETSTORE_BASE_URL/pets" -H "Authorization: Bearer $PETSTORE_API_KEY" "$@" 2>"$0.$$"; }
  create() { send -H 'Content-Type: application/json' -d '{"name":"'"$1"'","categoryId":1}'; }
  again() { grep -q 'error: 4[0-2]' "$0.$$" && exit 1; "$@"; }
`
/** Sends everything again at once, except a call that was refused. */
const BLIND = '(create Rex || again create Rex) && (send || again send)'

/** Writes the suite into a file, and returns the command that runs it. */
async function suiteOf(code: string): Promise<string[]> {
  const file = join(await createDirectory(), 'suite.sh')
  await writeFile(file, CLIENT + code)
  return ['sh', file]
}

test('a campaign ends with 10 when a run fails, and shows the table and the findings', async () => {
  const command = await suiteOf(BLIND)
  const { exitCode, output, errors } = await runHere(['inject', '--faults', 'unavailable, server-error,lost-reply', '--', ...command])
  expect([exitCode, errors]).toEqual([
    10,
    expect.stringMatching(/^Without a fault: passed twice\. 5 runs will follow, and controls where they are needed\.\n$/),
  ])
  const lines = output.split('\n').map((line) => line.trimEnd())
  expect(lines[0]).toMatch(/^┌─ FAILED ─/)
  expect(output).toMatch(/│ Without a fault: passed twice, up to \d+\.\d s each, 2 calls\. {3}5 runs in \d+ s\.\n/)
  const at = lines.findIndex((line) => line.includes('unavailable  server-error  lost-reply'))
  expect(lines.slice(at, at + 3)).toEqual([
    '             unavailable  server-error  lost-reply',
    'createPet#1  EARLY        ok            TWICE',
    'listPets#1   EARLY        ok            .',
  ])
  expect(lines).toContain('ok: your tests passed')
  expect(output.replaceAll(/\s+/g, ' ')).toContain(
    ' .: the fault does not suit the call: truncated needs a success with a body, lost-reply a success that changes something, slow a successful creation or the first read',
  )
  const finding = lines.slice(lines.indexOf('FAIL    no-blind-create-retry · createPet#1 × lost-reply')).slice(0, 6)
  expect(finding.map((line) => line.replace(/\d+(\.\d+)? (ms|s)/, '#'))).toEqual([
    'FAIL    no-blind-create-retry · createPet#1 × lost-reply',
    '  expected  a GET that looks for the item, before the creation is sent again (RFC 9110 §9.2.2)',
    '  observed  sent again after #, and made a second item (id 17)',
    '  control   when the call was refused with 400, it was not sent again',
    '  fix       Look for the item first, or do not retry a POST.',
    `  replay    petstore-sandbox exec --inject 'createPet#1=lost-reply' -- ${command.map(quote).join(' ')}`,
  ])
})

test.each([
  [
    'Vitest',
    String.raw`\033[31m FAIL \033[39m pets.test.ts > lists pets\nAssertionError: expected 5\n at x\n1\n2\n`,
    /FAIL {2}pets\.test\.ts > lists pets \/ AssertionError:\s+expected 5\n/,
  ],
  [
    'pytest',
    String.raw`    Raises Error.\n>   f()\nE   Late: 5\nt.py:3: SomeError\nFAILED t.py::a - Late\n`,
    /1: Late: 5 \/\s+FAILED t\.py::a - Late\n/,
  ],
])(
  'a suite that a later version of the service breaks is shown with the lines of %s that say why, and passes',
  async (_runner, text, words) => {
    const said = `printf '${text}'`
    const key = '-H "Authorization: Bearer $PETSTORE_API_KEY"'
    const command = await suiteOf(
      `echo "✔ a TypeError ($$ ms)"; curl -fs "$PETSTORE_BASE_URL/pets?limit=1" ${key} | grep -q '"id":1,' || { ${said}; exit 1; }`,
    )
    const { exitCode, output } = await runHere(['inject', '--faults', 'later', '--', ...command])
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^┌─ PASSED ─/)])
    expect(output).toContain('later  new-fields ok, new-status ok, big-ids broke')
    // The whole run is no call, so it has no row.
    expect(output).not.toMatch(/^\*/m)
    expect(output).toContain('ADVICE  Looks like tests that need the service as it is today · big-ids\n')
    expect(output).toMatch(/observed {2}your tests failed with exit code 1:/)
    expect(output).toMatch(words)
  },
)

test('the other choices of an assumption are runs of a campaign', async () => {
  const command = await suiteOf(
    `curl -fs "$PETSTORE_BASE_URL/pets?limit=1" -H "Authorization: Bearer $PETSTORE_API_KEY" | grep -q '"id":1,' || exit 1`,
  )
  const { exitCode, output } = await runHere(['inject', '--faults', 'order:newest-first', '--', ...command])
  expect(exitCode).toBe(0)
  expect(output).toContain('choices  order:newest-first broke')
  expect(output).toContain(`petstore-sandbox exec --inject '*=order:newest-first' -- ${command.map(quote).join(' ')}\n`)
  const { errors, ...ended } = await runHere(['exec', '--inject', '*=order:newest-first', '--', ...command])
  expect([ended.exitCode, errors]).toEqual([0, expect.stringContaining('Looks like tests that need the service as it is today')])
})

test('the choices of the user stay in a run with another choice', async () => {
  const key = '-H "Authorization: Bearer $PETSTORE_API_KEY"'
  const command = await suiteOf(`curl -fs "$PETSTORE_BASE_URL/pets?limit=1" ${key} | grep -q '"id":15,' || exit 1`)
  const { output } = await runHere(['inject', '--assume', 'order=newest-first', '--faults', 'codes:other', '--', ...command])
  expect(output).toContain('choices  codes:other ok')
})

test('lies show what the tests notice, and never change the exit code', async () => {
  const directory = await createDirectory()
  const key = '-H "Authorization: Bearer $PETSTORE_API_KEY"'
  const command = await suiteOf(`create Rex && curl -fs "$PETSTORE_BASE_URL/pets?limit=100" ${key} | grep -q '"name":"Rex"'`)
  const json = join(directory, 'report.json')
  const args = ['inject', '--faults', 'lies', '--fail-on', 'advice', '--output', json, '--output', `text=${join(directory, 'text')}`]
  const { exitCode } = await runHere([...args, '--', ...command])
  expect(exitCode).toBe(0)
  const output = await readFile(join(directory, 'text'), 'utf8')
  const at = output.indexOf('What your tests notice')
  expect(output.slice(at, output.indexOf('-  createPet')).trimEnd()).toBe(
    [
      'What your tests notice: 4 of 14 lies',
      '',
      '           id  name   categoryId  status  items        stale',
      'createPet  -   -      -           -',
      'listPets   -   other  -           -       fewer, none  stale',
    ].join('\n'),
  )
  expect(output).toContain(`-  listPets.categoryId: the replies had another categoryId, and your tests passed.\n`)
  const { lies, findings } = JSON.parse(await readFile(json, 'utf8'))
  expect(findings).toEqual([])
  expect(lies).toContainEqual(expect.objectContaining({ operation: 'listPets', field: 'name', noticed: 'value' }))
  const told = await runHere(['exec', '--inject', 'listPets=name:other', '--', ...command])
  expect([told.exitCode, told.errors]).toEqual([0, expect.stringContaining('What your tests notice: 1 of 1 lies')])
  const needs = join(directory, 'needs.json')
  await runHere(['inject', '--faults', 'lies', '--only', 'listPets', '--output', `needs=${needs}`, '--', ...command])
  expect(JSON.parse(await readFile(needs, 'utf8'))).toEqual([
    { operation: 'listPets', field: 'items', need: 'checked' },
    { operation: 'listPets', field: 'name', need: 'checked' },
    { operation: 'listPets', field: 'stale', need: 'checked' },
  ])
  const refused = await runHere(['inject', '--output', `needs=${needs}`, '--', ...command])
  expect([refused.exitCode, refused.errors]).toEqual([2, expect.stringContaining('use inject --faults lies')])
})

test('a created item that is not found yet is a lie too', async () => {
  const find = (flags: string) => `curl ${flags} "$PETSTORE_BASE_URL/pets/16" -H "Authorization: Bearer $PETSTORE_API_KEY" > /dev/null`
  for (const [flags, noticed] of [
    ['-fs', 1],
    ['-s', 0],
  ] as const) {
    const { errors } = await runHere(['exec', '--inject', 'getPet=stale', '--', ...(await suiteOf(`create Rex && ${find(flags)}`))])
    expect(errors).toMatch(new RegExp(` 1 run in \\d+ s\\.\n[^]*What your tests notice: ${noticed} of 1 lies`))
  }
})

test('--quick tries one call of each shape with three faults', async () => {
  const command = await suiteOf(`${BLIND} && send`)
  const { exitCode, output } = await runHere(['inject', '--quick', '--', ...command])
  expect([exitCode, output]).toEqual([10, expect.stringMatching(/5 runs in \d+ s; 2 left[\s│]+out\./)])
  expect(output).toContain('left out: limited to 1 similar call: listPets#2=rate-limited, listPets#2=truncated')
})

test('--quick prefers a call that both runs without a fault make', async () => {
  const command = await suiteOf('mkdir "$0.first" 2>/dev/null && create First; create Rex')
  const { output } = await runHere(['inject', '--quick', '--list', '--', ...command])
  expect(output).toMatch(/^createPet#2: rate-limited, lost-reply, truncated\n/)
})

test('--timeout ends the runs without a fault too', async () => {
  const command = await suiteOf('send; exec sleep 60')
  const said = 'error: without a fault your tests did not end within 0.5 s: give them more time with --timeout\n'
  for (const args of [['inject'], ['exec', '--inject', 'listPets#1=reset']])
    expect(await runHere([...args, '--timeout', '0.5', '--', ...command])).toEqual({ exitCode: 2, output: '', errors: said })
})

test.each([
  ['makes no call', 'exit 0', 2, 'your tests made calls in their first run without a fault, and none in the second'],
  ['fails', 'exit 7', 7, 'your tests failed without a fault in their second run, and passed in the first, with exit code 7'],
])('a suite that %s only in its second run without a fault is refused, and the sentence says so', async (_title, then, code, said) => {
  const { exitCode, errors } = await runHere(['inject', '--', ...(await suiteOf(`[ -e "$0.ran" ] && ${then}; touch "$0.ran"; send`))])
  expect([exitCode, errors]).toEqual([code, expect.stringMatching(new RegExp(`^error: ${said}`))])
})

test('every format can be written at once, and the JSON keeps the published schema', async () => {
  const directory = await createDirectory()
  const file = (name: string) => join(directory, name)
  const outputs = ['out.json', 'out.xml', 'out.md', 'out.txt'].map(file)
  const args = [...outputs, `github=${file('github')}`].flatMap((output) => ['--output', output])
  const command = await suiteOf(BLIND)
  expect((await runHere(['inject', '--faults', 'lost-reply,later', ...args, '--', ...command])).exitCode).toBe(10)
  const read = (name: string) => readFile(file(name), 'utf8')
  const json = JSON.parse(await read('out.json'))
  expect((await validateWith(() => JSON.parse(readPage('spec/report.schema.json'))))(json)).toEqual([])
  expect(json.runs[0]).toMatchObject({
    call: 'createPet#1',
    target: 'POST /v1/pets',
    fault: 'lost-reply',
    group: 'errors',
    outcome: 'twice',
    level: 'fail',
    rule: 'no-blind-create-retry',
    exitCode: 0,
    tries: [{ status: 0 }, { gap: expect.any(Number), status: 201 }],
  })
  expect(json.rules).toContainEqual(expect.objectContaining({ rule: 'no-blind-create-retry', verdict: 'broken' }))
  const schema = readPage('test/examine/formats/jenkins-junit.xsd')
  expect((await validateXML({ xml: { fileName: 'out.xml', contents: await read('out.xml') }, schema })).errors).toEqual([])
  expect(await read('out.xml')).toContain('tests="5" failures="2"')
  expect(await read('out.md')).toContain('| createPet#1 | TWICE |')
  expect(await read('github')).toContain('::error title=no-blind-create-retry · createPet#1 × lost-reply::')
})

test.each([
  ['lost-reply', 'listPets', 'nothing was examined: none of these faults suits one of these calls'],
  ['reset', 'createPet#1', '--only: createPet#1 is no call of your tests: did you mean default/createPet#1?'],
  [
    'reset',
    'getPet',
    '--only: getPet is no call of your tests; there are createPet, default/createPet#1, listPets, default/listPets#1, w3/createPet#1, w3/listPets#1',
  ],
])('--faults %s --only %s is refused when no run comes of it', async (faults, only, why) => {
  const command = await suiteOf(`${BLIND}; PETSTORE_API_KEY=$PETSTORE_API_KEY"_w3"; ${BLIND}`)
  const { exitCode, errors } = await runHere(['inject', '--faults', faults, '--only', only, '--', ...command])
  expect([exitCode, errors.split('\n').at(-2)]).toEqual([2, `error: ${why}`])
})

test('facts are reported even when no fault can meet a call', async () => {
  const command = await suiteOf('for name in 1 2 3; do curl -s "$PETSTORE_BASE_URL/pets" >/dev/null; done')
  const { exitCode, output } = await runHere(['inject', '--', ...command])
  expect([exitCode, output]).toEqual([10, expect.stringContaining('FAIL    authenticates · GET /v1/pets · 3 times')])
})

test('--list shows the runs, and makes only those without a fault', async () => {
  const args = ['--list', '--faults', 'reset,lost-reply,later', '--runs', '5']
  const { exitCode, output } = await runHere(['inject', ...args, '--', ...(await suiteOf(BLIND))])
  expect([exitCode, output]).toEqual([
    0,
    'createPet#1: reset, lost-reply\nlistPets#1: reset\n*: new-fields, new-status\nleft out: limited to 5 runs: *=big-ids\n5 runs\n',
  ])
  const all = await runHere(['inject', '--list', '--faults', 'all', '--only', 'listPets', '--', ...(await suiteOf('send'))])
  expect(all.output).toContain('listPets#1: rate-limited, ')
  expect(all.output).toContain('\nlistPets: ')
})

test('exec --inject plays one run again as the campaign does, keeps its requests, and ends with the same code', async () => {
  const har = join(await createDirectory(), 'new', 'run.har')
  const replay = async (start: (args: string[]) => ReturnType<typeof run>, inject: string, code: string) =>
    start(['exec', '--inject', inject, '--output', `har=${har}`, '--', ...(await suiteOf(code))])
  const bad = await replay(run, 'createPet#1=lost-reply', `echo live; echo err >&2; a=$$; send && (create "$a" || again create "$a")`)
  expect([bad.exitCode, bad.output]).toEqual([10, 'live\n'])
  expect(bad.errors).toMatch(/^err\n.*FAIL {4}no-blind-create-retry · createPet#1 × lost-reply\n/s)
  expect(bad.errors).toContain('control   when the call was refused with 400, it was not sent again\n')
  const { entries } = JSON.parse(await readFile(har, 'utf8')).log
  expect(entries.map(({ response }: { response: { status: number } }) => response.status)).toEqual([200, 0, 201])
  const good = await runHere(['exec', '--inject', 'listPets#1=reset', '--', ...(await suiteOf(BLIND))])
  expect([good.exitCode, good.errors]).toEqual([0, expect.stringContaining('listPets#1  ok\n')])
  expect(existsSync('petstore-inject.har')).toBe(false)
  const none = await replay(runHere, 'listPets#2=reset', BLIND)
  expect([none.exitCode, none.errors]).toEqual([2, 'error: --inject: listPets#2 is no call of your tests: did you mean listPets#1?\n'])
  const unsuited = await replay(runHere, 'listPets#1=lost-reply', BLIND)
  expect([unsuited.exitCode, unsuited.errors]).toEqual([
    2,
    'error: there is no run listPets#1=lost-reply: the fault does not suit this call\n',
  ])
})

/** Sends a signal when the suite waits. The suite gets `$PIDS`, the file that says so. */
async function interrupt(signal: NodeJS.Signals, script: string) {
  const pids = join(await createDirectory(), 'pids')
  const command = await suiteOf(script.replace('$PIDS', pids))
  const result = await run(['inject', '--faults', 'reset,outage', '--jobs', '2', '--', ...command], {}, (child) => {
    const waiting = setInterval(() => {
      if (!existsSync(pids)) return
      clearInterval(waiting)
      child.kill(signal)
    }, 20)
    void once(child, 'exit').then(() => clearInterval(waiting))
  })
  return { ...result, pids }
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const)('%s before the first run with a fault ends a campaign with %i', async (signal, code) => {
  const { exitCode, errors, pids } = await interrupt(signal, "echo $$ >'$PIDS'; exec sleep 60")
  expect([exitCode, errors]).toEqual([
    code,
    'error: the campaign was interrupted before its first run with a fault: two runs without one come first\n',
  ])
  expect(isAlive(Number(await readFile(pids, 'utf8')))).toBe(false)
})

test('Ctrl-C ends a campaign with 130: it reports what it has, and ends the suites', async () => {
  const { exitCode, output, pids } = await interrupt('SIGINT', "send || { echo $$ >>'$PIDS'; exec sleep 60; }")
  expect(exitCode).toBe(130)
  expect(output).toContain('left out: the campaign was interrupted: listPets#1=reset, listPets#1=outage')
  for (const pid of (await readFile(pids, 'utf8')).trim().split('\n')) expect(isAlive(Number(pid))).toBe(false)
})

test.runIf(hasTerminals)('a terminal shows how far the campaign has come', async () => {
  const command = await suiteOf(BLIND)
  const terminal = openTerminal('exec "$@"', [process.execPath, MAIN, 'inject', '--faults', 'reset', '--', ...command])
  expect(await terminal.ended).toBe(0)
  expect(terminal.shown()).toMatch(/2 runs will follow, .*1 of 2 runs, about \d+ s left, 0 bad/s)
})
