// The command line: one table of subcommands, and what every one of them shares: environment, help, errors in one
// line and the exit codes.

import { Command, CommanderError } from 'commander'
import { readVersion } from '../package-files.ts'
import { messageOf, StartError } from '../problem.ts'
import { addEnv } from './env.ts'
import { PREFIX, readEnvironment } from './environment.ts'
import { addFixtures } from './fixtures.ts'
import { addHealth } from './health.ts'
import { addScenarios } from './scenarios.ts'
import { addStart } from './start.ts'
import { addWait } from './wait.ts'

const EXIT_CODES = `
Exit codes:
  0 done   1 unexpected   2 wrong usage, contract, scenario or fixture   3 cannot listen, store not usable, no sandbox there
  130 and 143 after SIGINT and SIGTERM, when requests under way have ended and all worlds are written

Every option of start has an environment variable, as ${PREFIX}PORT for --port; options win.`

/** Runs a command line, without the program's name, and resolves with the exit code. */
export async function runCommand(args: readonly string[], process: NodeJS.Process): Promise<number> {
  const program = new Command('petstore-sandbox')
    .description('A stateful sandbox of the Pet Store API: the whole contract answers, and every answer says why.')
    .version(readVersion())
    .exitOverride()
    .configureOutput({ writeOut: (text) => process.stdout.write(text), writeErr: (text) => process.stderr.write(text) })
    .showSuggestionAfterError()
  let exitCode = 0
  const finish = (code: number) => {
    exitCode = code
  }
  const start = addStart(program, process, finish)
  program.addHelpText('after', () => `\n${start.helpInformation()}${EXIT_CODES}`)
  for (const add of [addWait, addHealth, addEnv, addScenarios, addFixtures]) add(program, process)
  try {
    for (const warning of readEnvironment(process.env, program)) process.stderr.write(`warning: ${warning}\n`)
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(
      `${error instanceof StartError ? `error: ${messageOf(error)}` : `unexpected: ${error instanceof Error ? error.stack : String(error)}`}\n`,
    )
    return error instanceof StartError ? error.exitCode : 1
  }
}
