// The process: hands its arguments to the command and takes its exit code. Started by bin/petstore-sandbox.cjs.

import { runCommand } from './cli/command.ts'

// An event loop that becomes empty before the command has finished is no success.
process.exitCode = 1
process.exitCode = await runCommand(process.argv.slice(2), process)
// Writing a log that nobody reads must not keep the process alive.
setTimeout(() => process.exit(), 300).unref()
