// A real Redis for tests, as a process of its own.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { createDirectory, findPort } from './command.ts'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export interface RunningRedis {
  readonly url: string
  readonly process: () => ChildProcess
  /** Kills Redis with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again, on the same port and the same directory. */
  start(): Promise<void>
}

/** Starts Redis on a free port of this machine. Each change is on the disk before it is acknowledged. */
export async function startRedis(): Promise<RunningRedis> {
  const port = await findPort()
  const directory = await createDirectory()
  let child: ChildProcess | undefined
  const start = async () => {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
    ]
    child = spawn('redis-server', args, { stdio: 'ignore' })
    while (!(await canConnect(port))) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  onTestFinished(kill)
  return { url: `redis://127.0.0.1:${port}/0`, process: () => child as ChildProcess, kill, start }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end('PING\r\n')
      socket.once('data', (answer) => resolve(answer.toString().startsWith('+PONG')))
    })
    socket.once('error', () => resolve(false))
  })
}
