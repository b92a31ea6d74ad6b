// The process: hands its arguments to the command and takes its exit code. Started by bin/petstore-sandbox.cjs.

import { runCommand } from './cli/command.ts'

// When the event loop becomes empty before the command has finished, this is not a success.
process.exitCode = 1
process.exitCode = await runCommand(process.argv.slice(2), process)
// Perhaps nobody reads the log any more. Writing the log must not keep the process alive.
setTimeout(() => process.exit(), 300).unref()
