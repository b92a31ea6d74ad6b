// The options of `start`, each with its environment variable. Names and values are the same as in the library.

import { Command, Option } from 'commander'
import type { SandboxOptions } from '../settings/options.ts'
import { EXCLUSIVE } from '../settings/settings.ts'
import { MAX_WORLD_BYTES } from '../worlds/size.ts'
import { PREFIX } from './environment.ts'
import { collect, collectPaths, number } from './values.ts'

/** Where a value can come from; the weakest source comes first. */
const SOURCES = ['default', 'env', 'cli']

/**
 * The options that a command was given. When two options cannot be combined, the stronger source wins: the command line, then
 * the environment, then the default. Two options from the same source both stay, and the settings refuse them.
 */
export function readStartOptions(command: Command): SandboxOptions {
  const options: Record<string, unknown> = command.opts()
  const rankOf = (name: string) => SOURCES.indexOf(command.getOptionValueSource(name) ?? 'default')
  for (const [one, other] of EXCLUSIVE) {
    const difference = rankOf(one) - rankOf(other)
    if (difference !== 0) delete options[difference > 0 ? other : one]
  }
  return options
}

/** Reads a command line and the environment. Returns the options if the line starts a sandbox, else undefined. */
export function parseStartOptions(args: readonly string[]): SandboxOptions | undefined {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  let options: SandboxOptions | undefined
  const command = program.command('start', { isDefault: true }).action(() => {
    options = readStartOptions(command)
  })
  for (const option of startOptions()) command.addOption(option)
  try {
    program.parse(args, { from: 'user' })
    return options
  } catch {
    return undefined
  }
}

export function startOptions(): Option[] {
  const none: string[] = []
  return [
    new Option('-p, --port <n>', 'port to listen on; 0 picks a free one').default(4010).argParser(number),
    new Option('--host <address>', 'address to listen on').default('127.0.0.1'),
    new Option('--data <dir>', 'the directory that keeps the worlds').default('data'),
    new Option('--ephemeral', 'keep everything in memory and leave nothing behind'),
    new Option('--seed <n>', 'make the fixtures from this number instead of using the fixtures of the package').argParser(number),
    new Option('--size <n>', 'make fixtures with this many items of each kind').argParser(number),
    new Option('--key <plan[_world]:key>', 'accept a string of your own as the key of a plan and world; repeatable')
      .default(none, 'none')
      .argParser(collect),
    new Option('--limits <on|off>', 'count requests, and refuse requests over the limit').default('on'),
    new Option(
      '--enterprise-limits <minute/day>',
      'limits of the plan enterprise, for example 5000/500000; default: the limits in the contract',
    ),
    new Option('--ban-after <n>', 'ban a key after this many early requests after a 429; default: as the contract says').argParser(number),
    new Option('--ban-for <seconds>', 'how long a ban lasts; default: as the contract says').argParser(number),
    new Option('--max-worlds <n>', 'how many worlds stay loaded; the world that is idle longest is unloaded first, and keeps only its data')
      .default(1000)
      .argParser(number),
    new Option('--max-world-bytes <n>', 'how many bytes the items of one world may have as JSON')
      .default(MAX_WORLD_BYTES)
      .argParser(number),
    new Option('--scenarios <dir>', 'a directory of your own scenarios; repeatable').default(none, 'none').argParser(collectPaths),
    new Option('--cors <on|off>', 'answer browsers of any origin').default('on'),
    new Option('--tls', 'serve HTTPS; without --tls-cert the sandbox makes a certificate at start'),
    new Option('--tls-cert <file>', 'serve HTTPS with this certificate in PEM, with its chain'),
    new Option('--tls-key <file>', 'the key of that certificate, in PEM'),
    new Option('--tls-name <host>', 'serve HTTPS with a certificate that is made for this name and for localhost; repeatable')
      .default(none, 'none')
      .argParser(collect),
    new Option('--allowed-hosts <host>', 'a host name by which clients may call the control API; repeatable')
      .default(none, 'none')
      .argParser(collect),
    new Option('--control-token <token>', 'demand this bearer token for the control API'),
    new Option('--bare', 'send no Sandbox-* headers'),
    new Option('--log <text|json|silent>', 'how to log requests, or no output at all; default: text on a terminal, json in a pipe'),
  ].map((option) => option.env(variableOf(option)))
}

/** `--ban-after` has the variable `PETSTORE_SANDBOX_BAN_AFTER`. */
const variableOf = (option: Option) => PREFIX + String(option.long).slice(2).replaceAll('-', '_').toUpperCase()
