// What other languages do with the sandbox: Python, Go and Java. A language that is missing is skipped.

import { defineConfig } from 'vitest/config'
import { alone } from '../support/alone.ts'

export default defineConfig(alone('test/**/*.languages.ts'))
