// `petstore-sandbox wait`: waits until a sandbox answers.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { count } from '../ground/numbers.ts'
import { StartError } from '../ground/problem.ts'
import { type Address, placeOf, withAddress } from './drive.ts'
import { ask } from './health.ts'
import { seconds } from './values.ts'

const POLL_MS = 100
/** The seconds that one question waits for its answer: --timeout, but within these bounds. */
const [LEAST, MOST] = [1, 3]

export function addWait(program: Command, process: NodeJS.Process): void {
  withAddress(program.command('wait').description('wait until a sandbox answers'))
    .option('--timeout <seconds>', 'how long to wait before giving up', seconds, 30)
    .action(async ({ timeout, ...address }: Address & { timeout: number }) => {
      process.stdout.write(`${await waitFor(placeOf(address), timeout)}\n`)
    })
}

async function waitFor(origin: string, timeout: number): Promise<string> {
  const deadline = Date.now() + timeout * 1000
  for (;;) {
    const { state, line } = await ask(origin, Math.min(Math.max(timeout, LEAST), MOST))
    if (state === 'healthy') return line
    if (state === 'hopeless') throw new StartError(line, 3)
    if (Date.now() >= deadline) throw new StartError(`${line}; gave up after ${count(timeout, 'second')}`, 3)
    await sleep(POLL_MS)
  }
}
