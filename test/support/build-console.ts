// The console as the sandboxes of the tests serve it.

import { buildConsole } from '../../build/console.ts'
import { OWN } from '../../src/package-files.ts'

export default async function setup(): Promise<void> {
  await buildConsole(OWN.console)
}
