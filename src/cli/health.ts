// `petstore-sandbox health` and `wait`: ask once, or until a sandbox answers, whether it can store its data.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { BASE, createTransport, readAddress } from '../client/transport.ts'
import { readJson } from '../contract/json/json.ts'
import type { Health } from '../ground/generated/control.ts'
import { printable } from '../ground/printable.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { count } from '../ground/words.ts'
import { type DriveOptions, placeOf, withAddress } from './drive.ts'
import { startOptions } from './start-options.ts'
import { numberThat } from './values.ts'

export function addHealth(program: Command, process: NodeJS.Process): void {
  const command = withAddress(program.command('health'))
  command.description('ask once whether a sandbox answers and can store its data; exit code 3 if not')
  // In the image, `health` gets the options that started the sandbox.
  const known = command.options.map(({ long }) => long)
  for (const option of startOptions()) if (!known.includes(option.long)) command.addOption(option.hideHelp())
  command.action(async (address: DriveOptions) => {
    process.stdout.write(`${await askHealth(placeOf(address))}\n`)
  })
}

const PATIENCE_MS = 5000

/** Resolves with a line about a healthy sandbox, or rejects with the reason. */
async function askHealth(origin: string): Promise<string> {
  const transport = await createTransport(readAddress(origin), { isTrusted: true })
  using _closing = { [Symbol.dispose]: () => transport.close() }
  const reply = await transport.send({ method: 'GET', path: `${BASE}/health`, signal: AbortSignal.timeout(PATIENCE_MS) })
  // Another server may leave out any field.
  const health = Object(readJson(await transport.readText(reply))) as Partial<Health> & { readonly detail?: unknown }
  if (reply.statusCode === 200 && health.status === 'ok') return `${origin}: ${describeHealth(health)}`
  const reason = String(health.detail ?? 'the server is not a sandbox, or the sandbox is not healthy')
  throw new StartError(`${origin}: ${printable(reason)}`, 3)
}

/** `ok, sandbox 0.1.0, worlds in memory: 2`, then a line for each damaged world and each warning. */
function describeHealth({ sandbox, worlds, damaged = [], warnings = [] }: Partial<Health>): string {
  const facts = sandbox === undefined ? 'ok' : `ok, sandbox ${sandbox}, worlds in memory: ${worlds}`
  return [facts, ...damaged.map(({ world, reason }) => `the world ${world} cannot be used: ${reason}`), ...warnings]
    .map(printable)
    .join('\n  ')
}

const POLL_MS = 100

const seconds = numberThat('be a number of seconds above 0', (value) => value > 0)

export function addWait(program: Command, process: NodeJS.Process): void {
  withAddress(program.command('wait').description('wait until a sandbox answers'))
    .option('--timeout <seconds>', 'how long to wait before giving up', seconds, 30)
    .action(async ({ timeout, ...address }: DriveOptions & { timeout: number }) => {
      process.stdout.write(`${await waitFor(placeOf(address), timeout, process.stderr)}\n`)
    })
}

/** After this time, the reason is told once. */
const TELL_AFTER_MS = 3000

/** Asks until the sandbox is healthy or the seconds are over, at least once. */
async function waitFor(origin: string, timeout: number, notes: NodeJS.WritableStream): Promise<string> {
  const deadline = Date.now() + timeout * 1000
  let tellAt = Date.now() + TELL_AFTER_MS
  for (; ; await sleep(POLL_MS)) {
    try {
      return await askHealth(origin)
    } catch (error) {
      const message = messageOf(error)
      // Another protocol. A lost connection or another reply may come from a proxy before a sandbox that still starts.
      if (/^(EPROTO|HPE_)/.test(Object(Object(error).cause).code)) throw new StartError(message, 3)
      if (Date.now() >= deadline) throw new StartError(`${message}; gave up after ${count(timeout, 'second')}`, 3)
      if (Date.now() <= tellAt) continue
      notes.write(`still waiting: ${message}\n`)
      tellAt = Number.POSITIVE_INFINITY
    }
  }
}
