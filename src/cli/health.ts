// `petstore-sandbox health` and `wait`: ask once, or until a sandbox answers, whether it can store its data.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { askHealth, describeOtherScheme } from '../client/health.ts'
import { readJson } from '../contract/json/json.ts'
import type { Health } from '../ground/generated/control.ts'
import { printable } from '../ground/printable.ts'
import { type Problem, StartError } from '../ground/problem.ts'
import { count } from '../ground/words.ts'
import { type DriveOptions, placeOf, withAddress } from './drive.ts'
import { startOptions } from './start-options.ts'
import { seconds } from './values.ts'

export function addHealth(program: Command, process: NodeJS.Process): void {
  const command = withAddress(
    program.command('health').description('ask once whether a sandbox answers and can store its data; exit code 3 if not'),
  )
  // The image asks with the options that started its sandbox.
  const known = command.options.map(({ long }) => long)
  for (const option of startOptions()) if (!known.includes(option.long)) command.addOption(option.hideHelp())
  command.action(async (address: DriveOptions) => {
    process.stdout.write(`${await waitFor(placeOf(address), 0)}\n`)
  })
}

interface Answer {
  /** `hopeless`: asking again in the same way would not help. */
  readonly state: 'healthy' | 'unhealthy' | 'hopeless'
  /** A line for people. */
  readonly line: string
}

/** Asks once. `patience` is in seconds. */
async function ask(origin: string, patience?: number): Promise<Answer> {
  try {
    const { status, text } = await askHealth(origin, patience)
    // Another server may leave out any field.
    const { status: health, ...facts } = Object(readJson(text)) as Partial<Health> & { readonly detail?: unknown }
    if (status === 200 && health === 'ok') return { state: 'healthy', line: `${origin}: ${describeHealth(facts)}` }
    const reason = String(facts.detail ?? 'the server is not a sandbox, or the sandbox is not healthy')
    return { state: 'unhealthy', line: `${origin}: ${printable(reason)}` }
  } catch (error) {
    const problem = error as Problem
    const other = await describeOtherScheme(origin, problem)
    return other === undefined ? { state: 'unhealthy', line: problem.message } : { state: 'hopeless', line: other }
  }
}

/** `ok, sandbox 0.1.0, worlds in memory: 2`, then a line for each damaged world and each warning. */
function describeHealth({ sandbox, worlds, damaged = [], warnings = [] }: Partial<Health>): string {
  const facts = sandbox === undefined ? 'ok' : `ok, sandbox ${sandbox}, worlds in memory: ${worlds}`
  return [facts, ...damaged.map(({ world, reason }) => `the world ${world} cannot be used: ${reason}`), ...warnings]
    .map(printable)
    .join('\n  ')
}

const POLL_MS = 100
/** The seconds that one question waits for its answer: --timeout, but within these bounds. */
const [LEAST, MOST] = [1, 3]

export function addWait(program: Command, process: NodeJS.Process): void {
  withAddress(program.command('wait').description('wait until a sandbox answers'))
    .option('--timeout <seconds>', 'how long to wait before giving up', seconds, 30)
    .action(async ({ timeout, ...address }: DriveOptions & { timeout: number }) => {
      process.stdout.write(`${await waitFor(placeOf(address), timeout)}\n`)
    })
}

/** Asks until the sandbox is healthy or the seconds are over, at least once. */
async function waitFor(origin: string, timeout: number): Promise<string> {
  const deadline = Date.now() + timeout * 1000
  for (;;) {
    const { state, line } = await ask(origin, timeout === 0 ? undefined : Math.min(Math.max(timeout, LEAST), MOST))
    if (state === 'healthy') return line
    if (state === 'hopeless' || timeout === 0) throw new StartError(line, 3)
    if (Date.now() >= deadline) throw new StartError(`${line}; gave up after ${count(timeout, 'second')}`, 3)
    await sleep(POLL_MS)
  }
}
