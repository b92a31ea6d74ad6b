// Builds the console for the sandboxes of the tests.

import { buildConsole } from '../../build/console.ts'
import { OWN } from '../../src/package-files.ts'

export default async function setup(): Promise<void> {
  await buildConsole(OWN.console)
}
