// Runs the tests in a browser. Without a Chromium no test runs, and the last line says so.

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { argv, execPath, exit, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { findChromium } from './support/chromium.ts'

if (findChromium() === undefined) {
  stdout.write('browser: skipped, nothing was tested: there is no Chromium. Install one, or name it with CHROMIUM\n')
  exit(0)
}
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
const { status } = spawnSync(execPath, [vitest, 'run', '--config', config, ...argv.slice(2)], { stdio: 'inherit' })
exit(status ?? 1)
