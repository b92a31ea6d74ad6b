// The settings of a command that runs some tests apart from `npm test`, because they take long or need other programs.

import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import { closingLine } from './closing-line.ts'
import { useOwnEnvironment } from './own-environment.ts'
import { EVENT_MS, TEST_MS } from './patience.ts'

useOwnEnvironment({ installs: true })

export const alone = (files: string): ViteUserConfig => ({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: [files],
    // An installation and the first build of a language take their time.
    testTimeout: 3 * TEST_MS,
    hookTimeout: 3 * TEST_MS,
    expect: { requireAssertions: true, poll: { timeout: EVENT_MS } },
    retry: Number(process.env.TEST_RETRIES ?? 0),
    reporters: ['default', closingLine],
  },
})
