// Scenario files: every one of the catalogue is loaded, and a wrong one stops the start with its place and reason.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory, run } from './support/command.ts'
import { start } from './support/sandbox.ts'

test.each([
  ['steps:\n  - respond: { status: 500 }\n', /own\.yaml:1:1: the file needs summary/],
  [
    'summary: x\nsteps:\n  - respnd: { status: 500 }\n',
    /own\.yaml:3:\d+: "respnd" is not known here: did you mean respond\? there are times, when/,
  ],
  ['summary: x\nsteps:\n  - respond: { status: 5000 }\n', /own\.yaml:3:\d+: status must be at most 599/],
  ['summary: x\nsteps:\n  - fault: rset\n', /own\.yaml:3:\d+: fault must be one of these, not "rset": reset, hang/],
  [
    'summary: x\nsteps:\n  - delay: $dealy\nparameters:\n  delay: { type: number, default: 1, description: d }\n',
    /own\.yaml:3:\d+: \$dealy is no parameter: there are delay/,
  ],
  ['summary: x\nsteps:\n  - operations: [getPets]\n', /own\.yaml:3:\d+: getPets is no operation: there are listPets/],
  ['summary: x\nsteps:\n  - respond: { status: 400, code: bad }\n', /own\.yaml:3:\d+: bad is no code: there are/],
  ['summary: x\nsteps: [\n', /own\.yaml:\d+:\d+: this is not valid YAML/],
  ['summary: x\nsteps: []\n', /own\.yaml:2:\d+: steps must NOT have fewer than 1 items/],
])('%j', async (text, message) => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'own.yaml'), text)
  await expect(start({ scenarios: [directory] })).rejects.toThrow(message)
  const { exitCode, errors } = await run(['scenarios', '--check', directory])
  expect(errors).toMatch(message)
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(exitCode).toBe(2)
})

test('own scenarios stand beside those of the catalogue, and may override them', async () => {
  const directory = await createDirectory()
  await writeFile(
    join(directory, 'maintenance.yaml'),
    'summary: Closed.\nparameters:\n  hours: { type: integer, default: 1, description: h }\nsteps:\n  - respond: { status: 503, headers: { Retry-After: $hours } }\n',
  )
  await writeFile(join(directory, 'flaky.yaml'), 'summary: Ours.\nsteps:\n  - respond: { status: 502, body: ours }\n')
  let said = ''
  const sandbox = await start({ scenarios: [directory], log: { format: 'text', write: (text) => (said += text) } })
  const get = (scenario: string) =>
    fetch(`${sandbox.url}/pets`, { headers: { authorization: `Bearer ${sandbox.key()}`, 'sandbox-scenario': scenario } })
  const maintenance = await get('maintenance;hours=2')
  expect([maintenance.status, maintenance.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await get('flaky')).status).toBe(502)
  await sandbox.close()
  expect(said).toContain('overrides the scenario flaky')
})

test('the command lists name, summary and parameters', async () => {
  const { exitCode, output } = await run(['scenarios'])
  expect(exitCode).toBe(0)
  expect(output).toMatch(/^flaky +The first calls fail with 500, then they succeed\.\n +failures=2 {2}how many calls fail \(1 to 1000\)$/m)
})
