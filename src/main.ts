#!/usr/bin/env node
// The process: hands its arguments to the command and takes its exit code. All else stands elsewhere.

import { enableCompileCache } from 'node:module'

// What Node.js compiles it keeps among temporary files, so that the next start is a third faster. The command is loaded
// after that, for its code to be kept.
enableCompileCache()
const { runCommand } = await import('./cli/command.ts')

process.exitCode = await runCommand(process.argv.slice(2), process)
// A log that nobody reads any more must not keep the process.
setTimeout(() => process.exit(), 300).unref()
