// The process: hands its arguments to the command and takes its exit code. Started by bin/petstore-sandbox.cjs.

import { runCommand } from './cli/command.ts'

// Whatever empties the event loop before the command has finished, that is no success.
process.exitCode = 1
process.exitCode = await runCommand(process.argv.slice(2), process)
// Nobody may be reading the log any more; writing it must not keep the process alive.
setTimeout(() => process.exit(), 300).unref()
