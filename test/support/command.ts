// Runs the command as a process of its own, as a shell does, or within this process for tests that need no signal.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { WriteStream } from 'node:tty'
import { Command } from 'commander'
import { onTestFinished, vi } from 'vitest'
import { ROOT } from '../../build/renew.ts'
import { runCommand } from '../../src/cli/command.ts'
import { readStartOptions, startOptions } from '../../src/cli/start-options.ts'
import type { SandboxOptions } from '../../src/options/generated/sandbox-options.ts'

/** A test of a mutant starts the sources, because no build has the mutant. */
const areSources = process.env.TEST_SOURCES !== undefined

/** The command and the library, as build.ts has built them. */
export const MAIN = join(ROOT, areSources ? '.' : 'dist/test', 'bin/petstore-sandbox.cjs')
export const LIBRARY = join(ROOT, areSources ? 'src/sandbox.ts' : 'dist/test/lib/sandbox.js')

interface Finished {
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

interface Host {
  /** The user that runs the process. */
  readonly uid?: number
  /** A command that runs the words behind it. */
  readonly shell?: readonly string[]
}

function spawnCommand(
  args: readonly string[],
  env: Record<string, string>,
  { uid, shell = [] }: Host = {},
): { child: ChildProcess; finished: Promise<Finished> } {
  const [program = '', ...words] = [...shell, process.execPath, MAIN, ...args]
  const child = spawn(program, words, { env: { PATH: process.env.PATH, ...env }, ...(uid && { uid }) })
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

/** The options of the command line and the environment, as `start` has them. Undefined when the line starts no sandbox. */
export function parseStart(args: readonly string[]): SandboxOptions | undefined {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeOut() {}, writeErr() {} })
    .allowExcessArguments(false)
  for (const option of startOptions()) command.addOption(option)
  try {
    return readStartOptions(command.parse(args, { from: 'user' }))
  } catch {
    return undefined
  }
}

/** Runs a command to its end. `meanwhile` gets its process. */
export function run(
  args: readonly string[],
  env: Record<string, string> = {},
  meanwhile = (_child: ChildProcess) => {},
): Promise<Finished> {
  const { child, finished } = spawnCommand(args, env)
  meanwhile(child)
  return finished
}

/** A terminal that keeps the output of a command. */
export interface Terminal {
  readonly columns: number
}

const { getColorDepth } = WriteStream.prototype

/** More bytes than any command of a test writes, because the output is read only after the command has ended. */
const BUFFERED = 16 * 1024 * 1024

/** Runs a command that ends by itself within this process, which takes a hundredth of the time. */
export async function runHere(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  terminal?: Terminal,
  argv: readonly string[] = process.argv,
): Promise<Finished> {
  const [stdout, stderr] = [
    Object.assign(new PassThrough({ highWaterMark: BUFFERED }), terminal && { isTTY: true, getColorDepth, ...terminal }),
    new PassThrough(),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const listen = () => {}
    const here = { argv, pid: process.pid, env: process.env, on: listen, off: listen, once: listen, stdout, stderr }
    const exitCode = await runCommand(args, here as unknown as NodeJS.Process)
    stdout.end()
    stderr.end()
    return { exitCode, output: await text(stdout), errors: await text(stderr) }
  } finally {
    vi.unstubAllEnvs()
  }
}

/** Starts a sandbox on a free port and waits until it listens. */
export async function serve(args: readonly string[], env: Record<string, string> = {}, host?: Host): Promise<Running> {
  const { child, finished } = spawnCommand(['start', '--port', '0', ...args], env, host)
  const url = await new Promise<string>((resolve, reject) => {
    let seen = ''
    child.stdout?.on('data', (chunk) => {
      seen += chunk
      const found = /(?:"url":"|Base URL {2})([^"\s]+)/.exec(seen)?.[1]
      if (found) resolve(found)
    })
    child.on('error', reject)
    void finished.then(({ errors, output }) => reject(new Error(`the command ended: ${errors}${output}`)))
  })
  return { child, url, finished }
}

/** A directory that is deleted after the test. */
export async function createDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

/** True while a process runs. An ended process may be in the table until somebody asks for its exit code. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
