// The policy file, HAR files, and what they do to the exit code.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../spec/report.ts'
import { declared, playSuite, scenario } from '../examine/suite.ts'
import { createDirectory, runHere } from '../support/command.ts'

/** A HAR file of a client that comes back too early. */
async function writeRun(): Promise<string> {
  const file = join(await createDirectory(), 'run.har')
  await playSuite(async ({ sandbox, call }) => {
    for (const count of [0, 1, 2])
      await call('/pets', {
        headers: { ...declared('x'), 'x-stainless-retry-count': String(count), ...scenario('unavailable;retry-after=30') },
      })
    const har = (await sandbox.requests.har()) as { log: { entries: { startedDateTime: string }[] } }
    // Counters show tries for certain only where the client waited a little.
    for (const [index, entry] of har.log.entries.entries())
      entry.startedDateTime = new Date(Date.parse(entry.startedDateTime) + 60 * index).toISOString()
    await writeFile(file, JSON.stringify(har))
  })
  return file
}

test('a HAR file is judged like a run, by counters of retries', async () => {
  const { exitCode, output } = await runHere(['report', '--har', await writeRun()])
  expect(exitCode).toBe(10)
  expect(output).toMatch(/FAIL {4}honours-retry-after · GET \/v1\/pets/)
})

test('the calls of a HAR file have their operation', async () => {
  const { output } = await runHere(['report', '--har', await writeRun(), '--format', 'json'])
  const { rules, coverage } = JSON.parse(output) as Report
  expect(rules.find(({ rule }) => rule === 'honours-retry-after')?.findings[0]).toMatchObject({ operation: 'listPets' })
  expect(coverage.operations.filter(({ responses }) => responses.some(({ met }) => met > 0))).toMatchObject([{ operationId: 'listPets' }])
})

const KNOWN = '{ rule: honours-retry-after, reason: x }'

test.each([
  [
    'an end',
    'exempt:\n  - { rule: honours-retry-after, reason: mended in May, until: 2100-01-01 }',
    0,
    /Ignored:\n {2}honours-retry-after +mended in May/,
  ],
  ['words with other numbers', 'exempt: [{ rule: honours-retry-after, words: asked for 5 s, reason: x }]', 0, /PASSED/],
  ['another operation', 'exempt: [{ rule: honours-retry-after, operation: createPet, reason: x }]', 10, /FAIL /],
  [
    'a date in the past',
    'exempt: [{ rule: honours-retry-after, reason: x, until: 2026-01-01 }]',
    10,
    /:1:10\) ended on 2026-01-01: delete it/,
  ],
  [
    'a rule that is kept',
    `exempt: [{ rule: identifies-itself, reason: x }, ${KNOWN}]`,
    10,
    /identifies-itself \(.*policy.yaml:1:10\) is not needed any more/,
  ],
  ['sometimes', `exempt: [{ rule: identifies-itself, reason: x, sometimes: true, until: 2100-01-01 }, ${KNOWN}]`, 0, /PASSED/],
  [
    'too little coverage',
    `exempt: [${KNOWN}]\nmin-natural: 50`,
    11,
    /Natural coverage is 0 %, but 50 % is required|Natural coverage is 10 %/,
  ],
  ['the rule set', `rules: 2026-11\nexempt: [${KNOWN}]`, 0, /rule set 2026-11/],
])('a policy file with %s', async (_title, text, code, said) => {
  const policy = join(await createDirectory(), 'policy.yaml')
  await writeFile(policy, text)
  const { exitCode, output, errors } = await runHere(['report', '--har', await writeRun(), '--policy', policy])
  expect([exitCode, errors]).toEqual([code, ''])
  expect(output.replaceAll(/\n│ +/g, ' ')).toMatch(said)
})

test.each([
  ['exemt: []', /policy.yaml:1:8: exemt is not known here: did you mean exempt\?/],
  ['rules: 2020-01', /policy.yaml:1:8: rules must be one of 2026-11, got "2020-01"/],
  ['exempt: [{ rule: gives-upp, reason: x }]', /rule must name a rule, got "gives-upp": did you mean gives-up\?/],
  [
    'exempt: [{ rule: gives-up, reason: x, sometimes: true }]',
    /policy.yaml:1:10: exempt needs until: an exemption with sometimes needs an end/,
  ],
  ['min-coverage: 101', /policy.yaml:1:15: min-coverage must be a percentage from 0 to 100, got 101/],
  ['a: [', /policy.yaml:1/],
  ['fail: advice', /policy.yaml:1:7: fail is not known here: did you mean fail-on\?/],
  ['coverage: 80', /coverage is not known here: known are rules, fail-on, ignore, exempt, min-coverage, min-natural/],
])('a wrong policy file is refused: %s', async (text, message) => {
  const policy = join(await createDirectory(), 'policy.yaml')
  await writeFile(policy, text)
  const { exitCode, errors } = await runHere(['report', '--har', await writeRun(), '--policy', policy])
  expect(exitCode).toBe(2)
  expect(errors).toMatch(message)
})

test('exec writes the requests of the run as HAR, and CTRF', async () => {
  const directory = await createDirectory()
  const [har, ctrf] = [join(directory, 'run.har'), join(directory, 'ctrf.json')]
  const client =
    'await fetch(process.env.PETSTORE_BASE_URL + "/pets", { headers: { authorization: "Bearer " + process.env.PETSTORE_API_KEY } })'
  const args = ['exec', '--output', `har=${har}`, '--output', `ctrf=${ctrf}`, '--', process.execPath, '--input-type=module', '-e', client]
  expect(await runHere(args)).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(await readFile(har, 'utf8')).log.entries).toMatchObject([
    { response: { status: 200 }, _sandbox: { id: expect.stringMatching(/^req_/) } },
  ])
  expect(JSON.parse(await readFile(ctrf, 'utf8'))).toMatchObject({
    reportFormat: 'CTRF',
    results: { tool: { name: 'petstore-sandbox' }, summary: { failed: 0 } },
  })
})

const ENTRY = {
  startedDateTime: '2026-11-01T00:00:00Z',
  time: 5,
  request: { method: 'GET', url: 'https://api.example/v1/pets', headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: '[]' } },
}
const { request: REQUEST, response: RESPONSE } = ENTRY

test.each<[string, number, object]>([
  ['no entry', 0, { ...ENTRY, request: null }],
  ['a method that is a number', 0, { ...ENTRY, request: { ...REQUEST, method: 5 } }],
  ['a year without end', 0, { ...ENTRY, startedDateTime: '+275760-09-13T00:00:00Z' }],
  ['a time that is a text', 1, { ...ENTRY, time: 'x' }],
  ['a time that is too long', 1, { ...ENTRY, time: 1e300, timings: { wait: 1e300, send: 'x' } }],
  ['a header without a name', 1, { ...ENTRY, request: { ...REQUEST, headers: [null, { name: 5 }] } }],
  ['a body that is a number', 1, { ...ENTRY, request: { ...REQUEST, method: 'POST', postData: { text: 5 } } }],
  ['a reply without headers', 1, { ...ENTRY, response: { status: 200, content: { size: 'x', text: 5 } } }],
  ['a status that HTTP does not have', 1, { ...ENTRY, response: { ...RESPONSE, status: 99999 } }],
  ['fields of the sandbox that are numbers', 1, { ...ENTRY, _sandbox: { id: 5, world: 5, case: 5 } }],
])('a HAR file is judged with %s', async (_title, calls, entry) => {
  const file = join(await createDirectory(), 'odd.har')
  await writeFile(file, `\uFEFF${JSON.stringify({ log: { entries: [entry] } })}`)
  const { errors, output } = await runHere(['report', '--har', file])
  expect(output.includes('1 call ')).toBe(calls === 1)
  expect(errors).toMatch(calls === 1 ? /^$/ : /odd.har: no entry is a call under \/v1, so there is nothing to judge/)
})

test.each([
  [['report', '--har', '/nowhere.har'], /--har \/nowhere.har: cannot be read/],
  [['report', '--har', 'package.json'], /has no log.entries, so it is no HAR/],
  [['report', '--har', 'README.md'], /is not JSON/],
])('%j is wrong usage', async (args, message) => {
  const { exitCode, errors } = await runHere(args)
  expect(exitCode).toBe(2)
  expect(errors).toMatch(message)
})
