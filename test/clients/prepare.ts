// Installs the clients of a language in a scratch folder, and finds out which versions they are.

import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, isUnreachable, runProgram } from '../support/run-program.ts'
import type { Client, Language } from './clients.ts'

export interface ReadyClient extends Omit<Client, 'version'> {
  /** Where its program starts. */
  readonly directory: string
  readonly version: string
}

const INSTALL_SECONDS = 120
/** Go must not fetch another version of itself. */
const ENVIRONMENT = { ...process.env, GOTOOLCHAIN: 'local' }

export const say = (text: string) => process.stdout.write(`clients: ${text}\n`)

export const run = (command: Command, cwd: string, seconds = INSTALL_SECONDS) => runProgram(command, { cwd, env: ENVIRONMENT, seconds })

/** Gives no clients when they cannot run here, and says why. */
export async function prepare({ name, folder, needs, install, clients }: Language, programs: string, scratch: string) {
  const skip = (reason: string): ReadyClient[] => {
    say(`${name}: skipped, because ${reason}`)
    return []
  }
  const directory = join(scratch, name)
  await cp(join(programs, folder), directory, { recursive: true })
  for (const need of needs) if ((await run(need, directory)).code !== 0) return skip(`${need[0]} does not run here`)
  for (const command of install) {
    const { code, output } = await run(command, directory)
    if (code !== 0 && isUnreachable(output)) return skip(`${command[0]} cannot reach its package registry`)
    if (code !== 0) throw new Error(`${name}: ${command.join(' ')} ended with ${code}:\n${output}`)
  }
  return Promise.all(clients.map(async (client) => ({ ...client, directory, version: await readVersion(client, directory) })))
}

async function readVersion({ version }: Client, directory: string): Promise<string> {
  return typeof version === 'function' ? version() : (await run(version, directory)).output.trim()
}
