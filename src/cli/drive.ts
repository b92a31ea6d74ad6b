// Where the sandbox of a command is, and how the command drives it. A command that only reads a world must not create it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { connectSandbox } from '../client/connect.ts'
import type { SandboxHandle } from '../client/handle.ts'
import { originOf, readAddress } from '../client/transport.ts'
import { StartError } from '../ground/problem.ts'
import { describeMissingWorld } from '../ground/world-name.ts'
import { createOutput, type Output } from './output.ts'
import { PREFIX, startOptions } from './start-options.ts'
import { wholeNumber } from './values.ts'

export interface DriveOptions {
  readonly url?: string
  readonly host: string
  readonly port: number
  readonly tls?: boolean
  /** With HTTPS: the file of the authority to trust. */
  readonly ca?: string
  readonly data: string
  readonly controlToken?: string
  readonly format?: 'text' | 'json'
}

/** `start` reads the same variables, so a command in a container finds its sandbox. */
export function withAddress(command: Command): Command {
  command
    .addOption(new Option('--url <url>', 'the address of the sandbox; --host and --port win over its variable').env(`${PREFIX}URL`))
    .addOption(new Option('--host <address>', 'the host of the sandbox').default('127.0.0.1').env(`${PREFIX}HOST`))
    .addOption(new Option('-p, --port <n>', 'the port of the sandbox').default(4010).argParser(wholeNumber(1, 65_535)).env(`${PREFIX}PORT`))
    .addOption(new Option('--tls', 'the sandbox serves HTTPS').env(`${PREFIX}TLS`))
    .hook('preAction', (_program, own) => {
      const isOption = (name: string) => own.getOptionValueSource(name) === 'cli'
      if (!isOption('host') && !isOption('port')) return
      if (isOption('url')) throw new StartError('--url has the host and the port: leave out --host and --port')
      // The options win over PETSTORE_SANDBOX_URL.
      own.setOptionValue('url', undefined)
    })
  // A sandbox with one of these options serves HTTPS.
  for (const option of startOptions())
    if (String(option.long).startsWith('--tls-')) command.addOption(option.implies({ tls: true }).hideHelp())
  return command
}

/** The origin, and the prefix that a proxy puts before every path. Throws a StartError for a wrong URL. */
export function placeOf({ url, host, port, tls }: Pick<DriveOptions, 'url' | 'host' | 'port' | 'tls'>): string {
  if (url === undefined) return originOf(tls ? 'https' : 'http', host, port)
  const { origin, prefix } = readAddress(url, 'url')
  return origin + prefix
}

export const withAuthority = (command: Command): Command =>
  command
    .option('--ca <file>', 'with HTTPS: the authority (PEM) to trust; default: ca.pem in the data directory')
    .addOption(new Option('--data <dir>', 'the data directory of the sandbox, where ca.pem is').default('data').env(`${PREFIX}DATA`))

export const withSandbox = (command: Command): Command =>
  withConnection(command).addOption(
    new Option('--format <format>', 'how to write the result; default: text on a terminal, json in a pipe').choices(['text', 'json']),
  )

/** As withSandbox, but without --format, for a command that has formats of its own. */
export function withConnection(command: Command): Command {
  const token = new Option('--control-token <token>', 'the control token of the sandbox, if it has one')
  return withAuthority(withAddress(command).addOption(token.env(`${PREFIX}CONTROL_TOKEN`)))
}

type Act = (sandbox: SandboxHandle, output: Output) => Promise<void>

export async function drive(options: DriveOptions, process: NodeJS.Process, act: Act): Promise<void> {
  const output = createOutput(process.stdout, options.format)
  await using sandbox = await connectSandbox(...addressOf(options))
  await act(sandbox, output)
}

export function addressOf(options: DriveOptions): Parameters<typeof connectSandbox> {
  const place = placeOf(options)
  const own = join(options.data, 'ca.pem')
  const ca = options.ca ?? (place.startsWith('https:') && existsSync(own) ? own : undefined)
  return [place, { token: options.controlToken, ca }]
}

export async function refuseMissingWorld(sandbox: SandboxHandle, name: string): Promise<void> {
  const message = await describeMissing(sandbox, name)
  if (message !== undefined) throw new StartError(message)
}

/** A sentence about a missing world, with the likely spelling. Throws a SandboxError for a text that cannot name a world. */
export async function describeMissing(sandbox: SandboxHandle, name: string): Promise<string | undefined> {
  sandbox.world(name)
  const known = (await sandbox.worlds.list()).map(({ name }) => name)
  return known.includes(name) ? undefined : describeMissingWorld(name, known)
}
