// The mutants that nobody can notice are named by lines of the sources, which may change.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { UNNOTICEABLE } from './unnoticeable.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('every unnoticeable mutant stands in a line of the sources', () => {
  const lost = UNNOTICEABLE.filter(({ file, line }) => {
    const lines = existsSync(ROOT + file) ? readFileSync(ROOT + file, 'utf8').split('\n') : []
    return !lines.some((one) => one.trim() === line)
  })
  expect(lost).toEqual([])
})
