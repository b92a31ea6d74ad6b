// The tests in a browser. The files run one after the other, because each file drives a browser and the machine may be small.

import { defineConfig } from 'vitest/config'
import { alone } from '../support/alone.ts'

const { test } = alone('test/browser/*.browser.ts')

export default defineConfig({ test: { ...test, fileParallelism: false, globalSetup: './test/support/build.ts' } })
