// Shared by the commands that drive a running sandbox: its address, its token, the format of the output, and the worlds that they name. A
// command that only reads a world must not create it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { connectSandbox } from '../client/connect.ts'
import type { SandboxHandle } from '../client/handle.ts'
import { SandboxError } from '../client/sandbox-error.ts'
import { StartError } from '../errors/problem.ts'
import { describeMissingWorld, describeNoWorld, isWorldName } from '../text/world-name.ts'
import { type Address, placeOf, withAddress } from './address.ts'
import { PREFIX } from './environment.ts'
import { createOutput, type Output } from './output.ts'

export interface DriveOptions extends Address {
  readonly controlToken?: string
  readonly ca?: string
  readonly data: string
  readonly format?: 'text' | 'json'
}

/** The options of a command that drives a sandbox. */
export const withSandbox = (command: Command): Command =>
  withConnection(command).addOption(
    new Option('--format <format>', 'how to write the result; default: text on a terminal, json in a pipe').choices(['text', 'json']),
  )

/** The same without --format, for a command that has formats of its own. */
export const withConnection = (command: Command): Command =>
  withAddress(command)
    .addOption(new Option('--control-token <token>', 'the control token of the sandbox, if it has one').env(`${PREFIX}CONTROL_TOKEN`))
    .option('--ca <file>', 'with HTTPS: the authority (PEM) to trust; default: ca.pem in the data directory')
    .addOption(new Option('--data <dir>', 'the data directory of the sandbox, where ca.pem is').default('data').env(`${PREFIX}DATA`))

/** Connects to the sandbox, calls `act`, and closes the connection. Rejects with a StartError that has one line. */
export async function drive(
  options: DriveOptions,
  process: NodeJS.Process,
  act: (sandbox: SandboxHandle, output: Output) => Promise<void>,
): Promise<void> {
  const output = createOutput(process.stdout, options.format)
  const sandbox = await connect(options)
  try {
    await act(sandbox, output)
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    throw new StartError(error.message, error.status >= 500 ? 3 : 2)
  } finally {
    await sandbox.close()
  }
}

/** Connects to the sandbox that the options name. */
export async function connect({ controlToken: token, ca, data, ...address }: DriveOptions): Promise<SandboxHandle> {
  const place = placeOf(address)
  const own = join(data, 'ca.pem')
  const trusted = ca ?? (place.startsWith('https:') && existsSync(own) ? own : undefined)
  try {
    return await connectSandbox(place, { token, ca: trusted })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(
      (optionName) => error.messageWith((option) => optionName(option === 'token' ? 'controlToken' : option)),
      error.exitCode,
    )
  }
}

/** Throws a StartError for the first name that no world has. Its message suggests the likely spelling. */
export async function refuseMissingWorlds({ worlds }: SandboxHandle, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (!isWorldName(name)) throw new StartError(`there is no such world: ${describeNoWorld(name)}`)
    if (await worlds.has(name)) continue
    const known = (await worlds.list()).map(({ name }) => name)
    throw new StartError(describeMissingWorld(name, known))
  }
}
