import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory, runHere } from '../support/command.ts'

test('the same seed makes the same fixtures, and the default seed makes the fixtures in the repository', async () => {
  const [one, two] = [await createDirectory(), join(await createDirectory(), 'made', 'on the way')]
  expect(await runHere(['fixtures', '--out', one])).toMatchObject({
    exitCode: 0,
    output: `${join(one, 'pets.json')}\n${join(one, 'orders.json')}\n`,
  })
  expect((await runHere(['fixtures', '--seed', '7', '--size', '500', '--out', two])).exitCode).toBe(0)
  for (const file of ['pets.json', 'orders.json']) {
    expect(await readFile(join(one, file), 'utf8')).toBe(await readFile(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8'))
    expect(JSON.parse(await readFile(join(two, file), 'utf8'))).toHaveLength(500)
  }
})
