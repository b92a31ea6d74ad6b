// inject and exec --inject: what they print, the files that they write, their exit codes, and signals.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { validateWith } from '../../src/contract/schema.ts'
import { quote } from '../../src/text/shell.ts'
import { createDirectory, isAlive, MAIN, run, runHere } from '../support/command.ts'
import { readPage } from '../support/pages.ts'
import { hasTerminals, openTerminal } from '../support/terminal.ts'

/** curl and a shell start in a tenth of the time of Node.js. `create` takes the name of the animal. */
const CLIENT = `
  send() { curl -fso /dev/null -m 5 "$PETSTORE_BASE_URL/pets" -H "Authorization: Bearer $PETSTORE_API_KEY" "$@"; }
  create() { send -H 'Content-Type: application/json' -d '{"name":"'"$1"'","categoryId":1}'; }
`
/** Sends everything again at once. */
const BLIND = '(send || send) && (create Rex || create Rex)'

/** Writes the suite into a file, and returns the command that runs it. */
async function suiteOf(code: string): Promise<string[]> {
  const file = join(await createDirectory(), 'suite.sh')
  await writeFile(file, CLIENT + code)
  return ['sh', file]
}

test('a campaign ends with 10 when a run fails, and shows the table and the causes', async () => {
  const command = await suiteOf(BLIND)
  const { exitCode, output, errors } = await runHere(['inject', '--faults', 'unavailable,server-error,lost-reply', '--', ...command])
  expect([exitCode, errors]).toEqual([10, ''])
  const lines = output.split('\n').map((line) => line.trimEnd())
  expect(lines[0]).toMatch(/^Without a fault: passed twice, \d+\.\d s, 2 calls, none unstable\. {3}5 runs in \d+ s\.$/)
  expect(lines.slice(2, 5)).toEqual([
    '             unavailable  server-error  lost-reply',
    'listPets#1   EARLY        ok            .',
    'createPet#1  EARLY        ok            TWICE',
  ])
  expect(lines.slice(6, 10)).toEqual([
    'ok: the suite passed',
    '.: the fault does not suit the call',
    'Only words in capital letters fail.',
    expect.stringMatching(/^createPet#1=server-error: ok, because the fault did not carry the creation out/),
  ])
  expect(output).toMatch(
    /TWICE {2}createPet#1 × lost-reply\n {7}\{"name":"Rex","categoryId":1\} was created; its reply was lost\. \d+\.\d\d s later it came again, and made id 17 too\. Without the fault: 1 creation\. Confirmed by a second run\.\n/,
  )
  expect(output).toContain(`       petstore-sandbox exec --inject 'createPet#1=lost-reply' -- ${command.map(quote).join(' ')}\n`)
  expect(lines.at(-2)).toBe('FAILED: 3 runs of 5')
})

test('a creation that is sent again is only lucky until lost-reply shows that the client looks first', async () => {
  const looks = `send && (create "$$" || curl -fs "$PETSTORE_BASE_URL/pets?limit=100" -H "Authorization: Bearer $PETSTORE_API_KEY" | grep -q "\\"$$\\"" || create "$$")`
  const examine = async (faults: string) =>
    (await runHere(['inject', '--only', 'createPet', '--faults', faults, '--', ...(await suiteOf(looks))])).output
  expect(await examine('server-error')).toContain('createPet#1=server-error: ok, because')
  const shown = await examine('server-error,lost-reply')
  expect(shown).toContain('createPet#1  ok            ok')
  expect(shown).not.toContain('because the fault')
})

test('a suite that a later version of the service breaks is shown with the end of its output, and passes', async () => {
  const key = '-H "Authorization: Bearer $PETSTORE_API_KEY"'
  const command = await suiteOf(`curl -fs "$PETSTORE_BASE_URL/pets?limit=1" ${key} | grep -q '"id":1,' || { echo 'no animal 1'; exit 1; }`)
  const { exitCode, output } = await runHere(['inject', '--faults', 'drift', '--', ...command])
  expect([exitCode, output]).toEqual([0, expect.stringContaining('Only words in capital letters fail.')])
  expect(output).toMatch(/\nbroke {2}big-ids × drift\n {7}The suite failed .*Its output ends:\n {7}no animal 1\n {7}petstore-sandbox exec/)
  expect(output).toMatch(/\n\nPASSED\n$/)
})

test('a suite that breaks is shown with the lines that name the failed test, without codes for colours', async () => {
  const said = String.raw`printf '\033[31m FAIL \033[39m pets.test.ts > lists pets\nAssertionError: expected 5\n at x\n1\n2\n3\n4\n5\n6\n'`
  const command = await suiteOf(
    `curl -fs "$PETSTORE_BASE_URL/pets" -H "Authorization: Bearer $PETSTORE_API_KEY" | grep -q '"id":1,' || { ${said}; exit 1; }`,
  )
  const { output } = await runHere(['inject', '--only', 'big-ids', '--', ...command])
  expect(output).toContain(
    'Its output says:\n       FAIL  pets.test.ts > lists pets\n       AssertionError: expected 5\n       petstore-sandbox',
  )
  expect(output).toContain('   1 run in ')
})

test('--timeout ends the runs without a fault too', async () => {
  const command = await suiteOf('send; exec sleep 60')
  const said = 'error: without a fault the suite did not end within 0.5 s: give it more time with --timeout\n'
  for (const args of [['inject'], ['exec', '--inject', 'listPets#1=reset']])
    expect(await runHere([...args, '--timeout', '0.5', '--', ...command])).toEqual({ exitCode: 2, output: '', errors: said })
})

test('every format can be written at once, and the JSON keeps the published schema', async () => {
  const directory = await createDirectory()
  const file = (name: string) => join(directory, name)
  const outputs = ['out.json', 'out.xml', 'out.md', 'out.txt'].map(file)
  const args = [...outputs, `github=${file('github')}`].flatMap((output) => ['--output', output])
  const command = await suiteOf(BLIND)
  expect((await runHere(['inject', '--faults', 'lost-reply,drift', ...args, '--', ...command])).exitCode).toBe(10)
  const read = (name: string) => readFile(file(name), 'utf8')
  const json = JSON.parse(await read('out.json'))
  expect((await validateWith(() => JSON.parse(readPage('spec/inject.schema.json'))))(json)).toEqual([])
  expect(json.runs[0]).toMatchObject({
    ...{ call: 'createPet#1', world: 'default', target: 'POST /v1/pets', fault: 'lost-reply', outcome: 'duplicate', confirmed: 'yes' },
    ...{ rule: 'no-blind-create-retry', carriedOut: true, exitCode: 0 },
    tries: [
      { status: 0, certainty: 'certain' },
      { gap: expect.any(Number), status: 201, certainty: 'certain' },
    ],
  })
  expect(json.rules).toContainEqual({ rule: 'no-blind-create-retry', verdict: 'failed', runs: ['createPet#1=lost-reply'] })
  const schema = readPage('test/examine/formats/jenkins-junit.xsd')
  expect((await validateXML({ xml: { fileName: 'out.xml', contents: await read('out.xml') }, schema })).errors).toEqual([])
  expect(await read('out.xml')).toContain('tests="4" failures="1"')
  expect(await read('out.md')).toContain('| createPet#1 |')
  expect(await read('github')).toMatch(
    /^::error title=fault injection::FAILED: 1 run of 4\n::error title=duplicate%3A createPet#1 × lost-reply::/,
  )
})

test('--list shows the runs, and makes only those without a fault', async () => {
  const args = ['--list', '--faults', 'reset,lost-reply,drift', '--runs', '5']
  const { exitCode, output } = await runHere(['inject', ...args, '--', ...(await suiteOf(BLIND))])
  expect([exitCode, output]).toEqual([
    0,
    'listPets#1: reset\ncreatePet#1: reset, lost-reply\nnew-fields: drift\nnew-status: drift\nleft out: 1 cell: more than 5 runs: big-ids=drift\n5 runs\n',
  ])
})

test('exec --inject plays one run again, keeps its requests, and ends with 10 when it is bad', async () => {
  const har = join(await createDirectory(), 'new', 'run.har')
  const replay = async (start: (args: string[]) => ReturnType<typeof run>, inject: string, code: string) =>
    start(['exec', '--inject', inject, '--output', `har=${har}`, '--', ...(await suiteOf(code))])
  const bad = await replay(run, 'createPet#1=lost-reply', `echo live; name="Rex $$"; send && (create "$name" || create "$name")`)
  expect([bad.exitCode, bad.output]).toEqual([10, 'live\nlive\n'])
  expect(bad.errors).toMatch(/TWICE {2}createPet#1 × lost-reply\n\{"name":"Rex \d+","categoryId":1\} was created; its reply was lost\./)
  const { entries } = JSON.parse(await readFile(har, 'utf8')).log
  expect(entries.map(({ response }: { response: { status: number } }) => response.status)).toEqual([200, 0, 201])
  expect(bad.errors).toContain(`Its requests are in ${har}.`)
  const good = await runHere(['exec', '--inject', 'listPets#1=reset', '--', ...(await suiteOf(BLIND))])
  const told = 'ok  listPets#1 × reset\nThe suite passed after 1 more try.\n--output run.har writes its requests into a file.\n'
  expect([good.exitCode, good.errors]).toEqual([0, expect.stringContaining(told)])
  expect(existsSync('petstore-inject.har')).toBe(false)
  const none = await replay(runHere, 'listPets#2=reset', BLIND)
  expect([none.exitCode, none.errors]).toEqual([
    2,
    'error: without a fault the suite makes no call listPets#2, but listPets#1, createPet#1\n',
  ])
})

test('Ctrl-C ends a campaign with 130: it reports what it has, and ends the suites', async () => {
  const pids = join(await createDirectory(), 'pids')
  const command = await suiteOf(`send || { echo $$ >>'${pids}'; exec sleep 60; }`)
  const { exitCode, output } = await run(['inject', '--faults', 'reset,outage', '--jobs', '2', '--', ...command], {}, (child) => {
    const waiting = setInterval(() => {
      if (!existsSync(pids)) return
      clearInterval(waiting)
      child.kill('SIGINT')
    }, 20)
    void once(child, 'exit').then(() => clearInterval(waiting))
  })
  expect(exitCode).toBe(130)
  expect(output).toContain('The campaign was interrupted. The report has only the runs that were done.')
  expect(output).toMatch(/\n\nPASSED so far: 0 runs done, 2 cells not tried\n$/)
  for (const pid of (await readFile(pids, 'utf8')).trim().split('\n')) expect(isAlive(Number(pid))).toBe(false)
})

test.runIf(hasTerminals)('a terminal shows how far the campaign has come', async () => {
  const command = await suiteOf(BLIND)
  const terminal = openTerminal('exec "$@"', [process.execPath, MAIN, 'inject', '--faults', 'reset', '--', ...command])
  expect(await terminal.ended).toBe(0)
  expect(terminal.shown()).toMatch(/0 of 2 runs, 0 bad.*1 of 2 runs, about \d+ s left, 0 bad/s)
})
