// Builds the console for the sandboxes of the tests, and the package for those tests that start the command as a process.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { renewConsole } from '../../build/console.ts'
import { writePackage } from '../../build/package.ts'
import { ROOT, renew } from '../../build/renew.ts'
import { OWN } from '../../src/package-files.ts'

export default async function setup(): Promise<void> {
  await renewConsole(OWN.console)
  if (process.env.TEST_SOURCES) return
  await renew(join(ROOT, 'dist', 'test'), async (own) => {
    await writePackage(own)
    cpSync(OWN.console, join(own, 'lib', 'console'), { recursive: true })
  })
}
