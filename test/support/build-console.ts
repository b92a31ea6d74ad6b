// Builds the console for the sandboxes of the tests.

import { renewConsole } from '../../build/console.ts'
import { OWN } from '../../src/package-files.ts'

export default async function setup(): Promise<void> {
  await renewConsole(OWN.console)
}
