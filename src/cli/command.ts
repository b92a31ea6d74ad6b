// The command line. All subcommands share the environment variables, the help, errors in one line, and the exit codes.

import { setImmediate } from 'node:timers/promises'
import { styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { SandboxError } from '../client/sandbox-error.ts'
import { columns, printableLines } from '../ground/printable.ts'
import { type OptionName, Problem, StartError } from '../ground/problem.ts'
import { didYouMean, show } from '../ground/words.ts'
import { readVersion } from '../package-files.ts'
import { addClock } from './clock.ts'
import { addEnv } from './env.ts'
import { addExec } from './exec.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { addHealth, addWait } from './health.ts'
import { addInject } from './inject.ts'
import { addMcp } from './mcp.ts'
import { addProbe } from './probe.ts'
import { hintOf } from './removed.ts'
import { addReport } from './report.ts'
import { addRequests } from './requests.ts'
import { addReset } from './reset.ts'
import { addScenarios } from './scenarios.ts'
import { addStart } from './start.ts'
import { PREFIX } from './start-options.ts'
import { number } from './values.ts'
import { addWorlds } from './worlds.ts'

/** Except `start`, in the order of --help. */
export const subcommands = [
  ...[addExec, addInject, addReport, addWait, addHealth, addEnv, addWorlds],
  ...[addReset, addClock, addRequests, addProbe, addMcp, addScenarios],
]

const HELP_WIDTH = 80

const AFTER_HELP = `
Exit codes:
${columns(EXIT_CODES, '  ', HELP_WIDTH).join('\n')}

Every option of start has an environment variable, for example
${PREFIX}PORT for --port. An option wins over its variable.`

/** Resolves with the exit code. `args` has no program name. */
export async function runCommand(args: readonly string[], process: NodeJS.Process): Promise<number> {
  const { stdout, stderr } = process
  let unwritten: Error | undefined
  let exitCode = 0
  // A command goes on when its reader has left. Nobody could read that standard error cannot be written.
  stderr.on('error', () => {})
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') unwritten = error
  })
  const complain: Complain = (label, text) => {
    const colour = label === 'warning' ? 'yellow' : 'red'
    stderr.write(`${styleText(colour, `${label}:`, { stream: stderr })} ${printableLines(text + hintOf(text, args))}\n`)
  }
  const program = createProgram(process, complain, (code) => {
    exitCode = code
  })
  let running = program
  program.hook('preAction', (_program, command) => {
    running = command
  })
  try {
    for (const warning of readEnvironment(process.env, program)) complain('warning', warning)
    await program.parseAsync(withCommand(args, program), { from: 'user' })
  } catch (error) {
    exitCode = explain(error, running, complain)
  }
  // A stream reports its error only after the write.
  await setImmediate()
  if (unwritten === undefined) return exitCode
  complain('error', `the output cannot be written: ${unwritten.message}`)
  return exitCode === 0 ? 3 : exitCode
}

function explain(error: unknown, command: Command, complain: Complain): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof StartError) {
    complain('error', error.messageWith(optionNamesOf(command)))
    return error.exitCode
  }
  if (error instanceof SandboxError || error instanceof Problem) {
    complain('error', nameOption(error.message, command))
    return error.status >= 500 ? 3 : 2
  }
  complain('unexpected', error instanceof Error ? String(error.stack) : String(error))
  return 1
}

/** Commander's sentence about a wrong value, in the form of the other errors: "--count must be a whole number from 1 to 1000, got 0". */
const rephrase = (text: string) =>
  text
    .replace('Allowed choices are', 'It must be one of')
    .replace(
      /^too many arguments for '(\w+)'\. Expected (\d+) (arguments?) but got \d+: (.*)\.$/s,
      '$1 takes $2 $3, got $4: petstore-sandbox $1 --help shows how to call it',
    )
    .replace('takes 0 arguments', 'takes no argument')
    .replace(/^required option '(--\w+).*$/, '$1 is missing: --help shows what it takes')
    .replace(
      /^option '[^']*?(--[\w-]+)[^']*' (?:argument|value) '(.*?)'(?: from env '(\w+)')? is invalid\. It must (.*)\.$/s,
      (_text, flag, value, variable, must) => `${variable ?? flag} must ${must}, got ${show(number(value))}`,
    )

type Complain = (label: 'error' | 'warning' | 'unexpected', text: string) => void

/** A command that does not call `finish` ends with the exit code 0. */
function createProgram(process: NodeJS.Process, complain: Complain, finish: (exitCode: number) => void): Command {
  const program = new Command('petstore-sandbox')
    .description('A stateful sandbox of the Pet Store API: it answers the whole contract, and gives the reason for every reply.')
    .version(readVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(text),
      outputError: (text) => complain('error', rephrase(text.replace(/^error: |\n$/g, '').replaceAll('\n', ' '))),
    })
    .showSuggestionAfterError()
  const start = addStart(program, process, finish)
  start.addHelpText('after', AFTER_HELP)
  program.addHelpText('after', () => `\n${start.helpInformation()}${AFTER_HELP}`)
  for (const add of subcommands) add(program, process, finish)
  return program
}

/**
 * Kubernetes sets these for a service with the name petstore-sandbox: PETSTORE_SANDBOX_PORT=tcp://10.0.0.1:4010,
 * PETSTORE_SANDBOX_PORT_4010_TCP_ADDR, PETSTORE_SANDBOX_SERVICE_HOST.
 */
const isInjected = (name: string, value: string) => /^(PORT_\d+_|SERVICE_)/.test(name) || (name === 'PORT' && value.includes('://'))

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']
const SEE_HELP = '; petstore-sandbox --help lists the options and their variables'

/**
 * Deletes injected variables, known variables that are empty, and variables that switch an option off. Returns a warning for each unknown
 * one. Throws a StartError for a variable that switches its option neither on nor off.
 */
function readEnvironment(env: NodeJS.ProcessEnv, program: Command): string[] {
  const options = program.commands.flatMap((command) => command.options)
  const known = new Map(options.flatMap((option) => (option.envVar === undefined ? [] : [[option.envVar, option]])))
  const warnings: string[] = []
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX)) continue
    const option = known.get(variable)
    // An empty variable counts as not set, because CI cannot always leave a variable out.
    const isOff = option !== undefined && (value === '' || (option.isBoolean() && OFF.includes(value.toLowerCase())))
    if (option?.isBoolean() && !isOff && !ON.includes(value.toLowerCase()))
      throw new StartError(`${variable} must be true or false, got ${show(value)}`)
    if (isInjected(variable.slice(PREFIX.length), value) || isOff) delete env[variable]
    else if (option === undefined) warnings.push(`${variable} is not known${didYouMean(variable, [...known.keys()], SEE_HELP)}`)
  }
  return warnings
}

const OWN_FLAGS = ['-h', '--help', '-V', '--version']

/** Adds the default command `start` to a line without a command. Ends with an error for an unknown command. */
function withCommand(args: readonly string[], program: Command): readonly string[] {
  const [word = '-', ...rest] = args
  // Commander's own command ends with an error, because the process begins with the exit code 1.
  if (word === 'help') return withCommand([...rest, '--help'], program)
  if (word.startsWith('-')) return OWN_FLAGS.includes(word) ? args : ['start', ...args]
  const names = program.commands.map((command) => command.name())
  if (names.includes(word)) return args
  const hint = /^\d+$/.test(word) ? `: did you mean --port ${word}?` : didYouMean(word, names, `; the commands are ${names.join(', ')}`)
  return program.error(`error: there is no command ${word}${hint}`)
}

/** Options with another name in the library and the control API. */
const LIBRARY_NAMES: Readonly<Record<string, string>> = { token: 'controlToken', now: 'set', seconds: 'advance' }

/** A handle's message begins with the name or the value of the wrong argument. The user knows the option instead. */
function nameOption(message: string, command: Command): string {
  const optionName = optionNamesOf(command)
  const [given] = Object.entries(command.opts()).find(([, value]) => message.startsWith(`"${value}" `)) ?? []
  return given === undefined ? message.replace(/^\w+/, optionName) : `${optionName(given)}: ${message}`
}

/** Names an option as the user wrote it: as a flag, or as the variable that gave the value. */
function optionNamesOf(command: Command): OptionName {
  return (given) => {
    const name = LIBRARY_NAMES[given] ?? given
    const option = command.options.find((option) => option.attributeName() === name)
    return (command.getOptionValueSource(name) === 'env' ? option?.envVar : option?.long) ?? name
  }
}
