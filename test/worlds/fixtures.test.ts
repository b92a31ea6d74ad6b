// The script `fixtures`, which makes the files that a world starts with.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recipes } from '../../src/operations/fixtures.ts'
import { createDirectory } from '../support/command.ts'
import { ROOT } from '../support/pages.ts'
import { runProgram } from '../support/run-program.ts'

test('the script makes the fixtures in the repository', async () => {
  const directory = await createDirectory()
  const run = await runProgram(['node', 'build/fixtures.ts', directory], { cwd: ROOT, env: process.env, seconds: 60 })
  const files = Object.keys(recipes).map((name) => `${name}.json`)
  expect(run).toMatchObject({ code: 0, output: files.map((file) => `${join(directory, file)}\n`).join('') })
  for (const file of files) expect(await readFile(join(directory, file), 'utf8')).toBe(await readFile(join(ROOT, 'fixtures', file), 'utf8'))
})
