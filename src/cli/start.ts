// `petstore-sandbox start`, the default: serves the contract until it is told to stop.

import { type Command, Option } from 'commander'
import type { LogFormat } from '../log.ts'
import { findNearest } from '../nearest.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { PREFIX } from './environment.ts'
import { collect, minuteAndDay, seconds, wholeNumber } from './values.ts'

interface StartOptions {
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
  scenarios: string[]
  cors: 'on' | 'off'
  tls?: boolean
  tlsCert?: string
  tlsKey?: string
  tlsName: string[]
  bare?: boolean
  log?: LogFormat
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

export function addStart(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): Command {
  const command = program.command('start', { isDefault: true }).description('serve the contract (the default)')
  for (const option of startOptions()) command.addOption(option)
  command.allowExcessArguments().action(async (options: StartOptions) => {
    const [word] = command.args
    if (word !== undefined) command.error(`error: there is no command ${word}${suggest(word, program)}`)
    finish(await start(options, process))
  })
  return command
}

function startOptions(): Option[] {
  return [
    new Option('--port <n>', 'port to listen on; 0 picks a free one').default(4010).argParser(wholeNumber(0, 65_535)),
    new Option('--host <address>', 'address to listen on').default('127.0.0.1'),
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
    new Option('--scenarios <dir>', 'a directory of scenarios of your own; repeatable').default([] as string[], 'none').argParser(collect),
    new Option('--cors <on|off>', 'answer browsers of any origin').choices(['on', 'off']).default('on'),
    new Option('--tls', 'serve HTTPS, with a certificate made at start unless one is given'),
    new Option('--tls-cert <file>', 'certificate in PEM, with its chain'),
    new Option('--tls-key <file>', 'its key in PEM'),
    new Option('--tls-name <host>', 'a name beside localhost for a certificate that is made; repeatable')
      .default([] as string[], 'none')
      .argParser(collect),
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

/** The default command takes every word that is none. */
function suggest(word: string, program: Command): string {
  const names = program.commands.map((command) => command.name())
  const near = findNearest(word, names)
  return near ? `: did you mean ${near}?` : `: there are ${names.join(', ')}`
}

async function start(options: StartOptions, process: NodeJS.Process): Promise<number> {
  const { ephemeral = false, data, key, log, tls, tlsCert, tlsKey, tlsName, enterpriseLimits, ...rest } = options
  const stopped = new Promise<number>((resolve) => {
    for (const [signal, exitCode] of Object.entries(SIGNALS)) process.once(signal, () => resolve(exitCode))
  })
  const isTerminal = process.stdout.isTTY === true
  // Who reads the log may leave; the clients of the sandbox are still there.
  process.stdout.on('error', () => {})
  const format = log ?? (isTerminal ? 'text' : 'json')
  const sandbox = await startSandbox({
    ...rest,
    keys: key,
    ...(enterpriseLimits && { planLimits: { enterprise: enterpriseLimits } }),
    ...(ephemeral ? {} : { data }),
    ...((tls || tlsCert || tlsKey) && { tls: { names: tlsName, ...(tlsCert && { cert: tlsCert }), ...(tlsKey && { key: tlsKey }) } }),
    log: {
      format,
      colour: isTerminal && process.stdout.hasColors() && process.env.NO_COLOR === undefined,
      write: (text) => process.stdout.write(text),
    },
  })
  process.stdout.write(isTerminal ? banner(sandbox) : announcement(sandbox))
  const exitCode = await stopped
  await sandbox.close()
  return exitCode
}

const curlOf = (sandbox: Sandbox) =>
  `curl -i ${sandbox.authorityFile ? `--cacert ${sandbox.authorityFile} ` : ''}${sandbox.example} -H 'Authorization: Bearer ${sandbox.key()}'`

function announcement(sandbox: Sandbox): string {
  const [contract, data] = sandbox.summary
  return `${JSON.stringify({ notice: 'listening', url: sandbox.url, keys: sandbox.plans.map((plan) => sandbox.key(plan)), contract, data, ca: sandbox.authorityFile, try: curlOf(sandbox) })}\n`
}

function banner(sandbox: Sandbox): string {
  const keys = sandbox.plans.map((plan) => sandbox.key(plan))
  return `
  Base URL  ${sandbox.url}
  Keys      ${keys.join('  ')}
            add _<name> for a world of its own: ${sandbox.key(sandbox.plans[0], 'w1')}
  Contract  ${sandbox.summary[0]}
            ${sandbox.origin}/openapi.yaml, for people ${sandbox.origin}/docs
  Data      ${sandbox.summary[1]}${sandbox.authorityFile ? `\n  Trust     ${sandbox.authorityFile}` : ''}

  ${curlOf(sandbox)}

`
}
