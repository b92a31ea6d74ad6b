// The mutants that nobody can notice are named by lines of the sources, which may change.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { UNNOTICEABLE } from './unnoticeable.ts'

test('every unnoticeable mutant stands in a line of the sources', () => {
  const files = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const lines = files.flatMap((text) => text.split('\n')).map((line) => line.trim())
  const isThere = (one: string, isPart: boolean) => lines.some((line) => (isPart ? line.includes(one) : line === one))
  expect(UNNOTICEABLE.flatMap(({ line }) => [line].flat().filter((one) => !isThere(one, typeof line !== 'string')))).toEqual([])
  expect(UNNOTICEABLE.length).toBeGreaterThan(50)
})
