#!/usr/bin/env node
// The process: hands its arguments to the command and takes its exit code. All else stands elsewhere.

import { runCommand } from './cli/command.ts'

process.exitCode = await runCommand(process.argv.slice(2), process)
