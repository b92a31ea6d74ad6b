// The package as a partner installs it. Packing and installing takes longer than a test may, so it has its own command.

import { defineConfig } from 'vitest/config'
import { alone } from '../support/alone.ts'

export default defineConfig(alone('test/package/*.package.ts'))
