// Runs a program of another language to its end, for a bounded time, and keeps all that it prints.

import { spawn } from 'node:child_process'

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]]

export interface ProgramRun {
  /** Undefined when the program is missing, or was killed. */
  readonly code: number | undefined
  /** True when the time limit ended the program. */
  readonly isLate: boolean
  /** The text on both of its outputs, without colours. */
  readonly output: string
}

interface ProgramOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly seconds: number
}

/** After the time limit, kills the program and all processes that it started. */
export function runProgram([program = '', ...args]: readonly string[], { cwd, env, seconds }: ProgramOptions): Promise<ProgramRun> {
  const { promise, resolve } = Promise.withResolvers<ProgramRun>()
  let output = ''
  let isLate = false
  const child = spawn(program, args, { cwd, env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const timer = setTimeout(() => {
    isLate = true
    output += `\n${program} was killed after ${seconds} seconds\n`
    killGroup(child.pid)
  }, seconds * 1000)
  const end = (code: number | undefined) => {
    clearTimeout(timer)
    resolve({ code, isLate, output })
  }
  child.on('error', (error) => {
    output += `${error.message}\n`
    end(undefined)
  })
  child.on('close', (code) => end(code ?? undefined))
  return promise
}

/** Kills a program that leads a process group, with the others of the group. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes of the group have ended by themselves.
  }
}

/** True when the output of an installation says that its package registry cannot be reached. */
export const isUnreachable = (output: string): boolean => UNREACHABLE.test(output)

const UNREACHABLE = new RegExp(
  [
    ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'network timeout'],
    ...[
      'Name or service not known',
      'name resolution',
      'NewConnectionError',
      'Connection refused',
      'Connection timed out',
      'Network is unreachable',
    ],
    ...['Connection reset', 'Read timed out', 'HTTP error 5\\d\\d', 'status: 5\\d\\d', 'was killed after'],
    ...['Unknown host', 'no such host', 'UnknownHostException', 'in offline mode'],
  ].join('|'),
)
