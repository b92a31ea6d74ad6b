import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'

const globalSetup = './test/support/build-console.ts'
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], globalSetup, testTimeout: 20_000, reporters: ['default', closingLine] },
})
