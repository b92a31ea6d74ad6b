// The flags of `start`, each with its environment variable. src/options/ has their list. The commands that run a client against a sandbox
// of its own have most of them too.

import { delimiter } from 'node:path'
import { type Command, Option } from 'commander'
import type { SandboxOptions } from '../options/generated/sandbox-options.ts'
import { EXCLUSIVE, OPTIONS } from '../options/read-options.ts'
import { collect, number } from './values.ts'

/** Begins the name of each environment variable, except PETSTORE_PROBE_KEY. */
export const PREFIX = 'PETSTORE_SANDBOX_'

/** The weakest source comes first. */
const SOURCES = ['default', 'env', 'cli']

/**
 * When two options cannot be combined, the stronger source wins. Two options from the same source both stay, and the settings refuse them.
 */
export function readStartOptions(command: Command): SandboxOptions {
  const options: Record<string, unknown> = command.opts()
  const rankOf = (name: string) => SOURCES.indexOf(command.getOptionValueSource(name) ?? 'default')
  for (const [one, other] of EXCLUSIVE) {
    const difference = rankOf(one) - rankOf(other)
    if (difference !== 0) delete options[difference > 0 ? other : one]
  }
  // A variable gives several values, with blanks between them, or with the separator that PATH has.
  for (const [name, { items, 'x-paths': isPath }] of OPTIONS)
    if (items !== undefined && name in options && command.getOptionValueSource(name) === 'env')
      options[name] = String(options[name])
        .split(isPath ? delimiter : /\s+/)
        .filter((word) => word !== '')
  return options
}

export const startOptions = (): Option[] =>
  OPTIONS.flatMap(([, { type, items, 'x-flag': flag, 'x-help': help, 'x-default': preset }]) => {
    if (flag === undefined) return []
    const option = new Option(flag, help)
    if (preset !== undefined) option.default(preset)
    if (type === 'integer' || type === 'number') option.argParser(number)
    if (items !== undefined) option.default([], 'none').argParser(collect)
    return option.env(variableOf(option))
  })

/** `--ban-after` has the variable `PETSTORE_SANDBOX_BAN_AFTER`. */
const variableOf = (option: Option) => PREFIX + String(option.long).slice(2).replaceAll('-', '_').toUpperCase()

/** The sandbox of a client takes a free port and leaves nothing behind. */
const FIXED = new Set(['port', 'host', 'data', 'store', 'ephemeral', 'durable', 'log'])

const fitting = () => startOptions().filter((option) => !FIXED.has(option.attributeName()))

const WITH_START = `
Most options of start work too, for example --seed, --limits, --scenarios,
--assume and --tls: see petstore-sandbox --help.`

export const withPlan = (command: Command) => command.option('--plan <plan>', 'the plan of the key that the client gets', 'enterprise')

export function withClient(command: Command): Command {
  withPlan(command.usage('[options] -- <command> [arguments]').argument('[command...]', 'the command to run, after --'))
  for (const option of fitting()) command.addOption(option.hideHelp())
  return command.addHelpText('after', WITH_START)
}

export function readClient(command: Command): { readonly words: readonly string[]; readonly sandbox: SandboxOptions } {
  if (command.args.length === 0)
    command.error(`error: there is no command to run: write it after --, for example petstore-sandbox ${command.name()} -- npm test`)
  const names = fitting().map((option) => option.attributeName())
  const given = Object.entries(readStartOptions(command)).filter(([name]) => names.includes(name))
  return { words: command.args, sandbox: { ...Object.fromEntries(given), ephemeral: true, log: 'silent' } }
}
