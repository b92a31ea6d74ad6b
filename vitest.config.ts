import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'

const globalSetup = './test/support/build-console.ts'

// The limit is for tests that hang. A loaded machine takes many times as long as a quiet one, so CI tries a test twice.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup,
    testTimeout: 60_000,
    retry: process.env.CI === undefined ? 0 : 1,
    reporters: ['default', closingLine],
  },
})
