// Scenario files: every one of the catalogue is loaded, and a wrong one stops the start with its place and reason.

import { mkdir, rm, writeFile } from 'node:fs/promises'
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
  ['summary: x\nsteps:\n  - fault: rset\n', /own\.yaml:3:\d+: fault must be one of these, not "rset": did you mean reset\? reset, hang/],
  [
    'summary: x\nsteps:\n  - delay: $dealy\nparameters:\n  delay: { type: number, default: 1, description: d }\n',
    /own\.yaml:3:\d+: \$dealy is no parameter: there are delay/,
  ],
  ['summary: x\nsteps:\n  - operations: [getPets]\n', /own\.yaml:3:\d+: getPets is no operation: there are listPets/],
  ['summary: x\nsteps:\n  - respond: { status: 400, code: bad }\n', /own\.yaml:3:\d+: bad is no code: there are/],
  ['summary: x\nsteps: [\n', /own\.yaml:\d+:\d+: this is not valid YAML/],
  [
    'summary: x\nsteps:\n  - headers: { "X Y": 1 }\n',
    /own\.yaml:3:\d+: own: step 1: the header "X Y" cannot be sent: Header name must be a valid HTTP token/,
  ],
  ['summary: x\nsteps:\n  - respond: { status: 200, headers: { Content-Length: 3 } }\n', /the header Content-Length is the sandbox's own/],
  ['summary: x\nsteps:\n  - delay: { from: 2, to: 1 }\n', /delay must not end before it begins: from 2 to 1/],
  [
    'summary: x\nparameters:\n  s: { type: integer, default: 999, description: d }\nsteps:\n  - respond: { status: $s }\n',
    /own\.yaml:5:\d+: own: status must be at most 599/,
  ],
  ['summary: x\nsteps:\n  - respond: *nope\n', /own\.yaml:3:14: this is not valid YAML: \*nope stands for nothing/],
  ['summary: x\nsteps:\n  - {}\n', /own\.yaml:3:\d+: an empty step does nothing/],
  ['summary: x\nsteps:\n  - { respond: { status: 500 }, fault: reset }\n', /respond and fault exclude each other/],
  ['summary: x\nsteps:\n  - { delay: 1, commit: before }\n', /commit is nothing without fault/],
  ['summary: x\nsteps:\n  - { fault: reset, gap: 1 }\n', /gap belongs to fault: trickle/],
  ['summary: x\nsteps:\n  - patch: [{ op: add, path: nickname, value: x }]\n', /patch: "nickname" must be a JSON pointer/],
  ['summary: x\nsteps:\n  - patch: [{ op: add, path: /nickname }]\n', /patch: add \/nickname needs value/],
  ['summary: x\nsteps:\n  - patch: [{ op: add, path: /__proto__/x, value: 1 }]\n', /must be a JSON pointer/],
  [
    'summary: x\nparameters:\n  n: { type: integer, default: 9, maximum: 2, description: d }\nsteps:\n  - times: $n\n    delay: 1\n',
    /own: n must be from -Infinity to 2, got 9/,
  ],
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

test('what cannot be read as text is named', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'own.yaml'), Buffer.from([0x73, 0xff]))
  expect(await run(['scenarios', '--check', directory])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('own.yaml: the scenario cannot be read: it is not UTF-8'),
  })
  await rm(join(directory, 'own.yaml'))
  expect(await run(['scenarios', '--check', directory])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('there is no scenario here'),
  })
  await mkdir(join(directory, 'own.yaml'))
  expect(await run(['scenarios', '--check', directory])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('own.yaml: the scenario cannot be read'),
  })
})

test('a file whose name no header could bear is refused', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'Söme.yaml'), 'summary: x\nsteps: [{ delay: 1 }]\n')
  await expect(start({ scenarios: [directory] })).rejects.toThrow('Söme.yaml: a scenario is named by small letters, digits and hyphens')
})

test.each([
  ['hours=%0d%0aX-Evil: 1', /the header .{1,2}Retry-After.{1,2} cannot be sent/],
  ['hours=$hours', /hours must not begin with \$/],
  ['hours=2', /^200 \$toString/],
])('a parameter that does not fit where it stands is refused: %s', async (parameter, message) => {
  const directory = await createDirectory()
  await writeFile(
    join(directory, 'closed.yaml'),
    'summary: x\nparameters:\n  hours: { type: string, default: "1", description: h }\nsteps:\n  - headers: { Retry-After: $hours, X-Name: $toString }\n',
  )
  const sandbox = await start({ scenarios: [directory] })
  const response = await fetch(`${sandbox.origin}/~closed,${parameter}/v1/pets`, { headers: { authorization: 'Bearer sandbox_free' } })
  expect(`${response.status} ${response.headers.get('x-name')} ${await response.text()}`).toMatch(message)
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
