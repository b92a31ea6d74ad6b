import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'
import { useOwnEnvironment } from './test/support/own-environment.ts'
import { EVENT_MS, TEST_MS } from './test/support/patience.ts'

useOwnEnvironment({ installs: false })

const globalSetup = './test/support/build.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup,
    // Many tests wait for timers, sockets and processes. Two workers more than there are cores use this time.
    maxWorkers: availableParallelism() + 2,
    // The files of a worker share the modules, so they load the sandbox once. A test must not leave anything behind.
    isolate: false,
    // Only tests that mostly wait are concurrent.
    maxConcurrency: 6,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    // A test without an assertion fails.
    expect: { requireAssertions: true, poll: { timeout: EVENT_MS } },
    // A loaded machine takes many times as long as a quiet one, so CI tries a test twice.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    reporters: ['default', closingLine],
  },
})
