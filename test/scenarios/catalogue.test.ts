// Scenario files. Every file of the catalogue is loaded. A wrong file stops the start with its place and the reason.

import { readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOwnScenarios, OWN } from '../../src/package-files.ts'
import { createCaller } from '../support/caller.ts'
import { createDirectory, runHere } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

test('the check exits with 2 after mistakes and with 0 without; the start says the same and fails', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'own.yaml'), 'summary: x\nsteps:\n  - { delay: 1 }\n')
  expect(await runHere(['scenarios', '--check', directory])).toEqual({ exitCode: 0, errors: '', output: 'own  x\n' })
  await writeFile(join(directory, 'other.yaml'), 'steps:\n  - { delay: -1 }\n')
  const other = join(directory, 'other.yaml')
  const mistakes = `${other}:1:1: summary is missing: send a string\n${other}:2:7: delay must be at least 0, got -1\n`
  expect(await runHere(['scenarios', '--check', directory])).toEqual({ exitCode: 2, errors: `error: ${mistakes}`, output: '' })
  expect(await runHere(['start', '--port', '0', '--ephemeral', '--scenarios', directory])).toMatchObject({
    exitCode: 2,
    errors: `error: ${mistakes}`,
  })
})

test('the other directories are checked even when one directory cannot be read', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'own.yaml'), 'steps: [{ delay: 1 }]\n')
  const { exitCode, errors } = await runHere(['scenarios', '--scenarios', join(directory, 'nowhere'), '--check', directory])
  expect(errors).toMatch(/nowhere: there is no such directory\n.*own\.yaml:1:1: summary is missing: send a string\n$/)
  expect(exitCode).toBe(2)
})

test('the scenarios of the sandbox pass the check', async () => {
  const { notices, list } = await loadOwnScenarios([OWN.scenarios], { alone: true })
  const files = readdirSync(OWN.scenarios).map((name) => name.replace('.yaml', ''))
  expect(files.length).toBeGreaterThan(25)
  expect([list().map(({ name }) => name), notices]).toEqual([files.sort(), []])
})

test('steps have the numbers of the file, also when earlier steps are left out', async () => {
  const directory = await createDirectory()
  const parameter = 'parameters: { early: { type: boolean, default: false, description: d } }'
  await writeFile(
    join(directory, 'own.yaml'),
    `summary: x\n${parameter}\nsteps: [{ when: $early, delay: 1 }, { respond: { status: 500 } }]\n`,
  )
  const { headers } = await createCaller(await start({ scenarios: [directory] }))('own')
  expect(headers.get('sandbox-cause')).toBe('scenario;name=own;step=2')
})

test('a file that is not text is named', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'own.yaml'), Buffer.from([0x73, 0xff]))
  expect(await runHere(['scenarios', '--check', directory])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('own.yaml: cannot be read: it is not UTF-8'),
  })
  await rm(join(directory, 'own.yaml'))
  expect(await runHere(['scenarios', '--check', directory])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('there is no scenario here'),
  })
  await mkdir(join(directory, 'own.yaml'))
  expect(await runHere(['scenarios', '--check', directory])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('own.yaml: cannot be read'),
  })
})

test('a file is refused when its name cannot be in a header', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'Söme.yaml'), 'summary: x\nsteps: [{ delay: 1 }]\n')
  await expect(start({ scenarios: [directory] })).rejects.toThrow('Söme.yaml: a scenario is named with small letters, digits and hyphens')
})

test.each([
  ['hours=%0d%0aX-Evil: 1', /the header .{1,2}Retry-After.{1,2} cannot be sent/],
  ['hours=$hours', /hours must not begin with \$/],
  ['hours=2', /^200 \$toString/],
])('a parameter that does not fit its place in a step is refused: %s', async (parameter, message) => {
  const directory = await createDirectory()
  await writeFile(
    join(directory, 'closed.yaml'),
    'summary: x\nparameters:\n  hours: { type: string, default: "1", description: h }\nsteps:\n  - headers: { Retry-After: $hours, X-Name: $toString }\n',
  )
  const sandbox = await start({ scenarios: [directory] })
  const response = await fetch(`${sandbox.origin}/~closed,${parameter}/v1/pets`, { headers: { authorization: 'Bearer sandbox_free' } })
  expect(`${response.status} ${response.headers.get('x-name')} ${await response.text()}`).toMatch(message)
})

test('own scenarios are added to the catalogue, and may override its scenarios', async () => {
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
  const names = (await sandbox.scenarios()).map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  await sandbox.close()
  expect(said).toContain('overrides the scenario flaky')
})

test('the command lists name, summary and parameters', async () => {
  const { exitCode, output } = await runHere(['scenarios'])
  expect(exitCode).toBe(0)
  expect(output).toMatch(/^flaky +The first calls fail with 500, .+\n +failures=2 {2}how many calls fail \(from 1 to 1000\)$/m)
})

test('the report names the scenario with the fewest headers for a response that the client has not met', async () => {
  const directory = await createDirectory()
  const headers = '{ Retry-After: "120", X-Planned: "yes" }'
  await writeFile(join(directory, 'again.yaml'), `summary: A planned pause.\nsteps:\n  - respond: { status: 503, headers: ${headers} }\n`)
  const { coverage } = await (await start({ scenarios: directory })).report()
  const of503 = coverage.operations.flatMap(({ responses }) => responses).filter(({ status }) => status === '503')
  expect(new Set(of503.map(({ reachWith }) => reachWith))).toEqual(new Set(['Sandbox-Scenario: unavailable']))
})
