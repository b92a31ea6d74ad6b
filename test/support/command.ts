// The command as a process of its own, as a shell starts it.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../../bin/petstore-sandbox.cjs', import.meta.url))

export interface Finished {
  readonly exitCode: number | null
  readonly output: string
  readonly errors: string
}

export interface Running {
  readonly child: ChildProcess
  readonly url: string
  /** Resolves when the process has ended. */
  readonly finished: Promise<Finished>
}

function spawnCommand(args: readonly string[], env: Record<string, string>): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH, ...env } })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  const finished = new Promise<Finished>((resolve) => child.on('close', (exitCode) => resolve({ exitCode, output, errors })))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await finished
  })
  return { child, finished }
}

/** Runs a command to its end. */
export const run = (args: readonly string[], env: Record<string, string> = {}) => spawnCommand(args, env).finished

/** Starts a sandbox on a free port and waits until it listens. */
export async function serve(args: readonly string[], env: Record<string, string> = {}): Promise<Running> {
  const { child, finished } = spawnCommand(['start', '--port', '0', ...args], env)
  const url = await new Promise<string>((resolve, reject) => {
    let seen = ''
    child.stdout?.on('data', (chunk) => {
      seen += chunk
      const found = /"url":"([^"]+)"/.exec(seen)?.[1]
      if (found) resolve(found)
    })
    void finished.then(({ errors, output }) => reject(new Error(`the command ended: ${errors}${output}`)))
  })
  return { child, url, finished }
}

/** A directory that goes with the test. */
export async function createDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}
