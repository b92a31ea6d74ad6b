// The command line: one table of subcommands, and what every one of them shares: environment, help, errors in one
// line and the exit codes.

import { setImmediate } from 'node:timers/promises'
import { styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { readVersion } from '../package-files.ts'
import { type Spell, StartError } from '../replies/problem.ts'
import { printableLines } from '../words/printable.ts'
import { PREFIX, readEnvironment } from './environment.ts'
import { findTakenByNpm } from './npm-options.ts'
import { outliveReader } from './output.ts'
import { addStart } from './start.ts'
import { startOptions } from './start-options.ts'
import { subcommands } from './subcommands.ts'

const EXIT_CODES = `
Exit codes:
  0          done
  1          unexpected: a bug
  2          wrong usage, contract, scenario or fixture
  3          cannot listen, store not usable, no sandbox there
  10         the verdict on the client is: failed
  11         the client met less of the contract than --min-coverage asks
  126, 127   exec cannot start the command; there is no such command
  130, 143   after SIGINT, SIGTERM: requests under way have ended, and all
             worlds are written

Every option of start has an environment variable, as ${PREFIX}PORT
for --port. An option wins over its variable.`

/** Runs a command line, without the program's name, and resolves with the exit code. */
export async function runCommand(args: readonly string[], process: NodeJS.Process): Promise<number> {
  const { stdout, stderr } = process
  let unwritten: Error | undefined
  outliveReader(stderr)
  outliveReader(stdout, (error) => {
    unwritten = error
  })
  const complain = (label: 'error' | 'warning' | 'unexpected', text: string) =>
    stderr.write(`${styleText(label === 'warning' ? 'yellow' : 'red', `${label}:`, { stream: stderr })} ${printableLines(text)}\n`)
  const program = new Command('petstore-sandbox')
    .description('A stateful sandbox of the Pet Store API: the whole contract answers, and every answer says why.')
    .version(readVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text) =>
        complain(
          'error',
          text
            .replace(/^error: /, '')
            .trimEnd()
            .replaceAll('\n', ' '),
        ),
    })
    .showSuggestionAfterError()
  let running = program
  program.hook('preAction', (_program, command) => {
    running = command
  })
  let exitCode = 0
  const finish = (code: number) => {
    exitCode = code
  }
  const start = addStart(program, process, finish)
  start.addHelpText('after', EXIT_CODES)
  program.addHelpText('after', () => `\n${start.helpInformation()}${EXIT_CODES}`)
  for (const add of subcommands) add(program, process, finish)
  try {
    const warnings = [...readEnvironment(process.env, program), ...findTakenByNpm(process.env, startOptions())]
    for (const warning of warnings) complain('warning', warning)
    await program.parseAsync(args, { from: 'user' })
    // A stream tells of its error after the write.
    await setImmediate()
    if (unwritten === undefined || exitCode !== 0) return exitCode
    complain('error', `the output cannot be written: ${unwritten.message}`)
    return 1
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof StartError) complain('error', error.spelled(spellingOf(running)))
    else complain('unexpected', error instanceof Error ? String(error.stack) : String(error))
    return error instanceof StartError ? error.exitCode : 1
  }
}

/** How options of a command are written: as a flag, or as the variable that gave the value. */
function spellingOf(command: Command): Spell {
  return (name) => {
    const option = command.options.find((option) => option.attributeName() === name)
    return (command.getOptionValueSource(name) === 'env' ? option?.envVar : option?.long) ?? name
  }
}
