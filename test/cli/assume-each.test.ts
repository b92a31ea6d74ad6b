// exec --assume each: which choices of the sandbox a suite depends on.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHOICE_FORMATS, runChoices } from '../../src/cli/assume-each.ts'
import { loadOwnContract } from '../../src/package-files.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { createDirectory, runHere } from '../support/command.ts'

async function suiteOf(code: string): Promise<string[]> {
  const file = join(await createDirectory(), 'suite.mjs')
  await writeFile(file, code)
  return [process.execPath, file]
}

/** Leans on the order of lists, and on the status of new animals. */
const LEANING = `
const url = process.env.PETSTORE_BASE_URL + '/pets'
const headers = { authorization: 'Bearer ' + process.env.PETSTORE_API_KEY, 'content-type': 'application/json' }
const [first] = await (await fetch(url, { headers })).json()
if (first.id !== 1) throw new Error('the first animal is not the oldest')
const made = await (await fetch(url, { headers, method: 'POST', body: '{"name":"Rex","categoryId":1}' })).json()
if (made.status !== 'available') throw new Error('a new animal is not available')`

test('a suite that depends on order and status is told exactly these two', { timeout: 60_000 }, async () => {
  const { assumptions } = await loadOwnContract()
  const tried = assumptions.filter(({ id }) => ['order', 'status-default', 'removed'].includes(id))
  const command = await suiteOf(LEANING)
  const { signal } = new AbortController()
  const suite = { command, plan: 'enterprise' as const, env: process.env, sandbox: {}, signal, start: startSandbox }
  const report = await runChoices({ ...suite, stdio: ['ignore', 'pipe', 'pipe'] }, tried, {}, () => {})
  expect(report.runs.map(({ choice, exitCode, hasFailed, failure }) => [choice, exitCode, hasFailed, failure])).toEqual([
    ['order=shuffled', 1, true, 'Error: the first animal is not the oldest'],
    ['order=newest-first', 1, true, 'Error: the first animal is not the oldest'],
    ['removed=410', 0, false, ''],
    ['status-default=absent', 1, true, 'Error: a new animal is not available'],
  ])
  const text = CHOICE_FORMATS.text(report)
  expect(text).toContain(
    'Your suite fails with order=newest-first: "Lists are ordered by id, descending." Your client, or a test of it, depends on order.',
  )
  expect(text).toContain(`  petstore-sandbox exec --assume status-default=absent -- ${command.join(' ')}\n`)
  expect(text.trimEnd().split('\n').at(-1)).toBe('4 other choices tried: your suite depends on order, status-default.')
  expect(CHOICE_FORMATS.junit(report).match(/<failure /g)).toHaveLength(3)
  expect(CHOICE_FORMATS.markdown(report)).toContain('## Other choices: failed')
  expect(CHOICE_FORMATS.github(report).match(/^::error /gm)).toHaveLength(4)
  expect(JSON.parse(CHOICE_FORMATS.json(report))).toMatchObject({ verdict: 'failed' })
  expect(JSON.parse(CHOICE_FORMATS.ctrf(report)).results.summary).toMatchObject({ tests: 4, failed: 3 })
})

test('a suite that fails with the defaults ends with its own exit code, and no other choice is tried', async () => {
  const { exitCode, output, errors } = await runHere(['exec', '--assume', 'each', '--', ...(await suiteOf('process.exitCode = 7'))])
  expect([exitCode, output]).toEqual([7, ''])
  expect(errors).toMatch(/^error: the suite fails with the defaults, so the other choices were not tried: /)
})

test('one row can be played again', async () => {
  const command = await suiteOf(LEANING)
  expect((await runHere(['exec', '--assume', 'order=by-id', '--', ...command])).exitCode).toBe(0)
  expect((await runHere(['exec', '--assume', 'order=shuffled', '--', ...command])).exitCode).toBe(1)
})
