// The mutants that nobody can notice are named by lines of the sources, which may change.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { UNNOTICEABLE } from './unnoticeable.ts'

test('every unnoticeable mutant stands in a line of the sources', () => {
  const files = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const lines = new Set(files.flatMap((text) => text.split('\n')).map((line) => line.trim()))
  expect(UNNOTICEABLE.filter(({ line }) => !lines.has(line))).toEqual([])
  expect(UNNOTICEABLE.length).toBeGreaterThan(50)
})
