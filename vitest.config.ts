import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'

export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 20_000, reporters: ['default', closingLine] } })
