// The tests in a browser. The files run one after the other, because each file drives a browser and the machine may be small.

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { closingLine } from '../support/closing-line.ts'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/browser/*.browser.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', closingLine],
  },
})
