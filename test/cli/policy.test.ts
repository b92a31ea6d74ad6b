// The policy file, and what it does to the exit code.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quote } from '../../src/ground/words.ts'
import { createDirectory, runHere } from '../support/command.ts'

/** A client that sends its key in the URL too. */
const CLIENT =
  'curl -sS -A shop/1.0 -o /dev/null -H "Authorization: Bearer $PETSTORE_API_KEY" "$PETSTORE_BASE_URL/pets?key=$PETSTORE_API_KEY"'
const COMMAND = ['--', 'sh', '-c', CLIENT]

async function judgeWith(policy: string, ...options: string[]) {
  const file = join(await createDirectory(), 'policy.yaml')
  await writeFile(file, policy)
  const { exitCode, errors } = await runHere(['exec', '--policy', file, ...options, ...COMMAND])
  return { exitCode, said: errors.replaceAll(/\n│ +/g, ' ') }
}

test.each([
  [
    'an end',
    'exempt:\n  - { rule: key-not-in-url, reason: mended in May, until: 2100-01-01 }',
    [],
    0,
    /Exempted:\n {2}key-not-in-url .* mended in May/,
  ],
  ['another operation', 'exempt: [{ rule: key-not-in-url, operation: createPet, reason: x }]', [], 10, /FAIL {4}key-not-in-url/],
  [
    'a last day that is over',
    'exempt: [{ rule: key-not-in-url, reason: x, until: 2026-01-01 }]',
    [],
    10,
    /key-not-in-url ended on 2026-01-01: delete it/,
  ],
  ['an exemption on the command line', 'min-coverage: 0', ['--exempt', 'key-not-in-url=known'], 0, /PASSED/],
  [
    'exemptions in both places',
    'exempt: [{ rule: key-not-in-url, reason: x }]',
    ['--exempt', 'known-fields=y', '--fail-on', 'advice'],
    0,
    /PASSED/,
  ],
  [
    'too little coverage',
    'exempt: [{ rule: key-not-in-url, reason: x }]\nmin-coverage: 50',
    [],
    11,
    /Coverage is [\d.]+ %, but 50 % is required/,
  ],
] as const)('a policy file with %s', async (_title, text, options, code, message) => {
  const { exitCode, said } = await judgeWith(text, ...options)
  expect([exitCode, said]).toEqual([code, expect.stringMatching(message)])
})

test.each([
  [['report', '--har', 'run.har'], '--har was removed in 0.3: let the client run with exec'],
  [['report', '--ignore', 'gives-up=x'], '--ignore was removed in 0.3: use --exempt rule=reason'],
  [['inject', '--ignore=gives-up=x', '--', 'true'], '--ignore was removed in 0.3: use --exempt rule=reason'],
  [['exec', '--min-natural', '40', '--', 'true'], '--min-natural was removed in 0.3: use --min-coverage'],
  [['exec', '--format', 'ctrf', '--', 'true'], 'ctrf was removed in 0.3: use junit'],
  [['report', '--output', 'ctrf=a.json'], 'ctrf was removed in 0.3: use junit'],
  [['requests', 'w1'], 'requests [world] was removed in 0.3: use requests --world'],
  [['exec', '--assume', 'each', '--', 'true'], '--assume each was removed in 0.3: use inject --faults choices'],
  [['report', '--hard'], "unknown option '--hard'\n"],
])('what was removed is refused, and the message names what to use: %j', async (args, message) => {
  const { exitCode, errors } = await runHere(args)
  expect([exitCode, errors]).toEqual([2, expect.stringContaining(message)])
})

test('exec writes the requests of the run as HAR', async () => {
  const har = join(await createDirectory(), 'run.har')
  expect(await runHere(['exec', '--exempt', 'key-not-in-url=known', '--output', `har=${har}`, ...COMMAND])).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(await readFile(har, 'utf8')).log.entries).toMatchObject([
    { response: { status: 200 }, _sandbox: { id: expect.stringMatching(/^req_/) } },
  ])
})

test('the commands that prove a pattern have the command of the tests', async () => {
  const client = `
    const { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key } = process.env
    for (const at of [1, 2]) await (await fetch(url.replace('/v1', '/~unavailable/v1') + '/pets', { headers: { authorization: 'Bearer ' + key } })).text()`
  const { errors } = await runHere(['exec', '--', process.execPath, '--input-type=module', '-e', client, 'a word'])
  const said = errors.replaceAll(/\s+/g, ' ')
  expect(said).toContain(`to prove petstore-sandbox inject --only listPets --faults rate-limited -- ${quote(process.execPath)} `)
  expect(said).toMatch(/ --input-type=module -e '.*' 'a word'/)
  expect(errors).not.toContain('<your tests>')
})
