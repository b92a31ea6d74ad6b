// The JSON codec is fast, whatever a client sends.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { HARD_JSON } from '../../support/hard-json.ts'

let ratios: Readonly<Record<string, number>> = {}
beforeAll(async () => {
  const script = fileURLToPath(new URL('../../support/compare-parsers.ts', import.meta.url))
  ratios = JSON.parse((await promisify(execFile)(process.execPath, [script])).stdout)
})

test.each(Object.keys(HARD_JSON))('256 KiB of this take at most thirty times as long as with JSON.parse: %s', (kind) => {
  expect(ratios[kind]).toBeLessThan(30)
})
