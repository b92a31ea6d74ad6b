// What the commands share that drive a running sandbox: where it is, its token, and how the output is written.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { connectSandbox } from '../client/connect.ts'
import type { SandboxHandle } from '../handle/handles.ts'
import { Problem, StartError } from '../replies/problem.ts'
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

/** The same for a command that has formats of its own. */
export const withConnection = (command: Command): Command =>
  withAddress(command)
    .addOption(new Option('--control-token <token>', 'its control token, if it has one').env(`${PREFIX}CONTROL_TOKEN`))
    .option('--ca <file>', 'with HTTPS: the authority to trust; default: ca.pem in the data directory')
    .addOption(new Option('--data <dir>', 'its data directory').default('data').env(`${PREFIX}DATA`))

/** Drives the sandbox, and ends the connection. Rejects with a StartError, a line that says what is wrong. */
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
    if (!(error instanceof Problem)) throw error
    throw new StartError(error.message, error.status >= 500 ? 3 : 2)
  } finally {
    await sandbox.close()
  }
}

async function connect({ controlToken: token, ca, data, ...address }: DriveOptions): Promise<SandboxHandle> {
  const place = placeOf(address)
  const own = join(data, 'ca.pem')
  const trusted = ca ?? (place.startsWith('https:') && existsSync(own) ? own : undefined)
  try {
    return await connectSandbox(place, { token, ca: trusted })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError((spell) => error.spelled((option) => spell(option === 'token' ? 'controlToken' : option)), error.exitCode)
  }
}
