// exec --assume each: which choices of the sandbox a suite depends on.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quote } from '../../src/text/shell.ts'
import { createDirectory, runHere } from '../support/command.ts'

interface ChoicesReport {
  readonly verdict: string
  readonly runs: readonly { readonly choice: string; readonly exitCode: number; readonly hasFailed: boolean; readonly failure: string }[]
}

async function suiteOf(code: string): Promise<string[]> {
  const file = join(await createDirectory(), 'suite.sh')
  await writeFile(file, code)
  return ['sh', file]
}

/** Leans on the order of lists, and on the status of new animals. A shell with curl starts in a tenth of the time of Node.js. */
const LEANING = `
send() { curl -s "$PETSTORE_BASE_URL/pets" -H "Authorization: Bearer $PETSTORE_API_KEY" "$@"; }
fail() { echo "Error: $1" >&2; exit 1; }
case $(send) in '[{"id":1,'*) ;; *) fail 'the first animal is not the oldest' ;; esac
case $(send -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}') in
  *'"status":"available"'*) ;;
  *) fail 'a new animal is not available' ;;
esac
`

test('a suite that depends on order and status is told exactly these two', async () => {
  const command = await suiteOf(`${LEANING}[ "$(send | grep -o '"id"' | wc -l)" = 4 ] || fail '--size is lost'`)
  const directory = await createDirectory()
  const fileOf = (format: string) => join(directory, `report.${format}`)
  const formats = ['json', 'junit', 'markdown', 'github', 'ctrf']
  const outputs = formats.flatMap((format) => ['--output', `${format}=${fileOf(format)}`])
  const { exitCode, output } = await runHere(['exec', '--assume', 'each', '--size', '3', ...outputs, '--', ...command])
  expect(exitCode).toBe(10)
  const [json = '', junit, markdown, github, ctrf = ''] = await Promise.all(formats.map((format) => readFile(fileOf(format), 'utf8')))
  const { verdict, runs } = JSON.parse(json) as ChoicesReport
  expect(verdict).toBe('failed')
  expect(runs.filter(({ hasFailed }) => hasFailed).map(({ choice, exitCode, failure }) => [choice, exitCode, failure])).toEqual([
    ['order=shuffled', 1, 'Error: the first animal is not the oldest'],
    ['order=newest-first', 1, 'Error: the first animal is not the oldest'],
    ['status-default=absent', 1, 'Error: a new animal is not available'],
  ])
  expect(runs).toContainEqual(expect.objectContaining({ choice: 'removed=410', exitCode: 0, failure: '' }))
  expect(output).toContain(
    'Your suite fails with order=newest-first: "Lists are ordered by id, descending." Your client, or a test of it, depends on order.',
  )
  const shownCommand = command.map(quote).join(' ')
  expect(output).toContain(`  petstore-sandbox exec --assume status-default=absent -- ${shownCommand}\n`)
  expect(output.trimEnd().split('\n').at(-1)).toBe(`${runs.length} other choices tried: your suite depends on order, status-default.`)
  expect(junit?.match(/<failure /g)).toHaveLength(3)
  expect(markdown).toContain('## Other choices: failed')
  expect(github?.match(/^::error /gm)).toHaveLength(4)
  expect(JSON.parse(ctrf).results.summary).toMatchObject({ tests: runs.length, failed: 3 })
  const shown = [output, markdown, junit?.replaceAll('&apos;', "'"), github].join('\n==========\n').replaceAll(shownCommand, 'sh suite.sh')
  await expect(shown.replaceAll(/\d+\.\d+/g, '#')).toMatchFileSnapshot('shown/choices.txt')
})

test('a suite that fails with the defaults ends with its own exit code, and no other choice is tried', async () => {
  const { exitCode, output, errors } = await runHere(['exec', '--assume', 'each', '--', ...(await suiteOf('exit 7'))])
  expect([exitCode, output]).toEqual([7, ''])
  expect(errors).toMatch(/^error: the suite fails with the defaults, so the other choices were not tried: /)
})

test('one row can be played again', async () => {
  const command = await suiteOf(LEANING)
  expect((await runHere(['exec', '--assume', 'order=by-id', '--', ...command])).exitCode).toBe(0)
  expect((await runHere(['exec', '--assume', 'order=shuffled', '--', ...command])).exitCode).toBe(1)
})
