// The options of `start`, each with its environment variable.

import { Command, Option } from 'commander'
import type { LogFormat } from '../journal/log.ts'
import { MAX_WORLD_BYTES } from '../worlds/size.ts'
import { PREFIX } from './environment.ts'
import { collect, collectPaths, minuteAndDay, notEmpty, seconds, wholeNumber } from './values.ts'

export interface StartOptions {
  port: number
  host: string
  data: string
  ephemeral?: boolean
  seed?: number
  size?: number
  key: string[]
  limits: 'on' | 'off'
  enterpriseLimits?: { minute: number; day: number }
  banAfter?: number
  banFor?: number
  maxWorlds: number
  maxWorldBytes: number
  scenarios: string[]
  cors: 'on' | 'off'
  tls?: boolean
  tlsCert?: string
  tlsKey?: string
  tlsName: string[]
  allowedHosts: string[]
  controlToken?: string
  bare?: boolean
  log?: LogFormat
}

/** The options of a command line that starts a sandbox, with the environment's; undefined for one of another command. */
export function parseStartOptions(args: readonly string[]): StartOptions | undefined {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  let options: StartOptions | undefined
  const command = program.command('start', { isDefault: true }).action((given: StartOptions) => {
    options = given
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
  return [
    new Option('--port <n>', 'port to listen on; 0 picks a free one').default(4010).argParser(wholeNumber(0, 65_535)),
    new Option('--host <address>', 'address to listen on').default('127.0.0.1').argParser(notEmpty),
    new Option('--data <dir>', 'where the worlds are kept').default('data'),
    new Option('--ephemeral', 'keep everything in memory and leave nothing behind'),
    new Option('--seed <n>', 'make the fixtures from this number instead of taking the committed ones').argParser(
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
    ),
    new Option('--size <n>', 'make so many items of each kind as fixtures').argParser(wholeNumber(0, 1_000_000)),
    new Option('--key <plan[_world]:key>', 'take a string of your own as the key of a plan and world; repeatable')
      .default([] as string[], 'none')
      .argParser(collect),
    new Option('--limits <on|off>', 'count requests and refuse those over the limit').choices(['on', 'off']).default('on'),
    new Option('--enterprise-limits <minute/day>', 'limits of the plan enterprise').argParser(minuteAndDay),
    new Option('--ban-after <n>', 'early requests after a 429 that ban a key').argParser(wholeNumber(1, 1_000_000)),
    new Option('--ban-for <seconds>', 'how long a ban lasts').argParser(seconds),
    new Option('--max-worlds <n>', 'worlds that stay in memory; the longest idle one is written out')
      .default(1000)
      .argParser(wholeNumber(1, 1_000_000)),
    new Option('--max-world-bytes <n>', 'bytes that the items of one world may take as JSON')
      .default(MAX_WORLD_BYTES)
      .argParser(wholeNumber(1, 400 * 1024 * 1024)),
    new Option('--scenarios <dir>', 'a directory of scenarios of your own; repeatable')
      .default([] as string[], 'none')
      .argParser(collectPaths),
    new Option('--cors <on|off>', 'answer browsers of any origin').choices(['on', 'off']).default('on'),
    new Option('--tls', 'serve HTTPS, with a certificate made at start unless one is given'),
    new Option('--tls-cert <file>', 'certificate in PEM, with its chain'),
    new Option('--tls-key <file>', 'its key in PEM'),
    new Option('--tls-name <host>', 'a name beside localhost for a certificate that is made; repeatable')
      .default([] as string[], 'none')
      .argParser(collect),
    new Option('--allowed-hosts <host>', 'a name of this server for the control API; repeatable')
      .default([] as string[], 'none')
      .argParser(collect),
    new Option('--control-token <token>', 'demand this bearer token for the control API').argParser(notEmpty),
    new Option('--bare', 'send no Sandbox-* headers'),
    new Option('--log <text|json|silent>', 'a line per exchange, or none; default: text on a terminal, json in a pipe').choices([
      'text',
      'json',
      'silent',
    ]),
  ].map((option) =>
    option.env(
      PREFIX +
        option
          .attributeName()
          .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
          .toUpperCase(),
    ),
  )
}
