// The options of `start`, each with its environment variable: the names and values are those of the library.

import { Command, Option } from 'commander'
import type { SandboxOptions } from '../settings/options.ts'
import { EXCLUSIVE } from '../settings/settings.ts'
import { MAX_WORLD_BYTES } from '../worlds/size.ts'
import { PREFIX } from './environment.ts'
import { collect, collectPaths, number } from './values.ts'

/** The weakest first. */
const SOURCES = ['default', 'env', 'cli']

/**
 * The options that a command was given. Of two options that cannot be combined, an option of the command line wins over a variable,
 * and a variable over a default; two of the same kind stay, to be refused.
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

/** The options of a command line that starts a sandbox, with the environment's; undefined for one of another command. */
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
    new Option('--data <dir>', 'where the worlds are kept').default('data'),
    new Option('--ephemeral', 'keep everything in memory and leave nothing behind'),
    new Option('--seed <n>', 'make the fixtures from this number instead of taking those of the package').argParser(number),
    new Option('--size <n>', 'make so many items of each kind as fixtures').argParser(number),
    new Option('--key <plan[_world]:key>', 'take a string of your own as the key of a plan and world; repeatable')
      .default(none, 'none')
      .argParser(collect),
    new Option('--limits <on|off>', 'count requests and refuse those over the limit').default('on'),
    new Option('--enterprise-limits <minute/day>', 'limits of the plan enterprise, as 5000/500000; default: those of the contract'),
    new Option('--ban-after <n>', 'early requests after a 429 that ban a key; default: as the contract says').argParser(number),
    new Option('--ban-for <seconds>', 'how long a ban lasts; default: as the contract says').argParser(number),
    new Option('--max-worlds <n>', 'worlds that stay in memory; the longest idle one is written out').default(1000).argParser(number),
    new Option('--max-world-bytes <n>', 'bytes that the items of one world may take as JSON').default(MAX_WORLD_BYTES).argParser(number),
    new Option('--scenarios <dir>', 'a directory of scenarios of your own; repeatable').default(none, 'none').argParser(collectPaths),
    new Option('--cors <on|off>', 'answer browsers of any origin').default('on'),
    new Option('--tls', 'serve HTTPS, with a certificate made at start unless one is given'),
    new Option('--tls-cert <file>', 'serve HTTPS with this certificate in PEM, with its chain'),
    new Option('--tls-key <file>', 'its key in PEM'),
    new Option('--tls-name <host>', 'serve HTTPS with a certificate made for this name, beside localhost; repeatable')
      .default(none, 'none')
      .argParser(collect),
    new Option('--allowed-hosts <host>', 'a name of this server for the control API; repeatable').default(none, 'none').argParser(collect),
    new Option('--control-token <token>', 'demand this bearer token for the control API'),
    new Option('--bare', 'send no Sandbox-* headers'),
    new Option('--log <text|json|silent>', 'a line per exchange, or no output at all; default: text on a terminal, json in a pipe'),
  ].map((option) => option.env(variableOf(option)))
}

/** `PETSTORE_SANDBOX_BAN_AFTER` of `--ban-after`. */
const variableOf = (option: Option) => PREFIX + String(option.long).slice(2).replaceAll('-', '_').toUpperCase()
