// `petstore-sandbox health`: asks once whether a sandbox answers and can store its data.

import { readdir, readFile, readlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { askHealth, findOtherScheme } from '../client/health.ts'
import { readJson } from '../contract/json/json.ts'
import type { Health } from '../ground/generated/control.ts'
import { printable } from '../ground/printable.ts'
import { type Problem, StartError } from '../ground/problem.ts'
import type { SandboxOptions } from '../options/sandbox-options.ts'
import { wantsTls } from '../options/tls.ts'
import { type Address, placeOf, withAddress } from './drive.ts'
import { parseStartOptions } from './start-options.ts'

export function addHealth(program: Command, process: NodeJS.Process): void {
  withAddress(program.command('health').description('ask once whether a sandbox answers and can store its data; exit code 3 if not'))
    .option('--container', 'ask the sandbox that runs in this container; its port and host are read from its process')
    .action(async ({ container = false, ...address }: Address & { container?: boolean }) => {
      const asked = container ? await findInContainer(process) : address
      const { state, line } = await ask(placeOf(asked))
      if (state !== 'healthy') throw new StartError(line, 3)
      process.stdout.write(`${line}\n`)
    })
}

interface Answer {
  /** `hopeless`: asking again in the same way would not help. */
  readonly state: 'healthy' | 'unhealthy' | 'hopeless'
  /** A line for people. */
  readonly line: string
}

/** Asks once. `patience` is in seconds. */
export async function ask(origin: string, patience?: number): Promise<Answer> {
  try {
    const { status, text } = await askHealth(origin, patience)
    // Another server may leave out any field.
    const { status: health, ...facts } = Object(readJson(text)) as Partial<Health> & { readonly detail?: unknown }
    if (status === 200 && health === 'ok') return { state: 'healthy', line: `${origin}: ${describeHealth(facts)}` }
    const reason = String(facts.detail ?? 'the server is not a sandbox, or the sandbox is not healthy')
    return { state: 'unhealthy', line: `${origin}: ${printable(reason)}` }
  } catch (error) {
    const problem = error as Problem
    const other = await findOtherScheme(origin, problem)
    if (other === undefined) return { state: 'unhealthy', line: problem.message }
    const [here, flag] = other.startsWith('https:') ? ['HTTPS', 'with'] : ['plain HTTP', 'without']
    return { state: 'hopeless', line: `${origin}: this server speaks ${here}: ask ${flag} --tls, or with --url ${other}` }
  }
}

/** `ok, sandbox 0.1.0, worlds in memory: 2`, then a line for each damaged world and each warning. */
function describeHealth({ sandbox, worlds, damaged = [], warnings = [] }: Partial<Health>): string {
  const facts = sandbox === undefined ? 'ok' : `ok, sandbox ${sandbox}, worlds in memory: ${worlds}`
  return [facts, ...damaged.map(({ world, reason }) => `the world ${world} cannot be used: ${reason}`), ...warnings]
    .map(printable)
    .join('\n  ')
}

/** The address of the sandbox of this container. It comes from the command line of the process, which Linux shows in /proc. */
async function findInContainer({ argv, pid }: NodeJS.Process): Promise<Address> {
  const script = String(argv[1])
  const others = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name) && name !== String(pid))
  for (const other of others) {
    const words = (await readFile(`/proc/${other}/cmdline`, 'utf8').catch(() => '')).split('\0').slice(0, -1)
    // A relative path starts at the working directory of that process.
    const directory = await readlink(`/proc/${other}/cwd`).catch(() => '/')
    // Options of Node.js come before the script.
    const at = words.findIndex((word, index) => index > 0 && resolve(directory, word) === script)
    const options = at === -1 ? undefined : parseStartOptions(words.slice(at + 1))
    if (options) return addressOf(options)
  }
  throw new StartError('there is no sandbox in this container', 3)
}

const addressOf = (options: SandboxOptions): Address => ({ host: options.host, port: options.port, tls: wantsTls(options) })
