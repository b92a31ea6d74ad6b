import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'

const globalSetup = './test/support/build-console.ts'

// The limit is for tests that hang. A loaded machine takes many times as long as a quiet one, so CI tries a test twice.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup,
    // Many tests wait for timers and sockets, so no core is left out.
    maxWorkers: '100%',
    testTimeout: 60_000,
    retry: Number(process.env.TEST_RETRIES ?? 0),
    reporters: ['default', closingLine],
  },
})
