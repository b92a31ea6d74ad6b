// A real Redis and a real HAProxy as processes of their own, for tests and for `npm run stress -- replicas`. Whoever starts a
// process ends it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

/** Says in a line which programs are missing; undefined when all are there. */
export function findMissing(): string | undefined {
  const missing = [...(hasRedis ? [] : ['redis-server']), ...(hasHaproxy ? [] : ['haproxy'])]
  return missing.length === 0 ? undefined : `${missing.join(' and ')} missing: on Debian, apt-get install redis-server haproxy`
}

export interface RunningRedis {
  readonly url: string
  readonly process: () => ChildProcess
  /** Kills Redis with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again, on the same port and the same directory. */
  start(): Promise<void>
}

export interface RedisOptions {
  /** The files of a certificate. Redis then takes connections with TLS only. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string }
  /** Further words for the command line. */
  readonly args?: readonly string[]
}

/** Starts Redis on a free port of this machine. Each change is on the disk before it is acknowledged, unless `args` say otherwise. */
export async function runRedis(directory: string, { tls, args = [] }: RedisOptions = {}): Promise<RunningRedis> {
  const port = await findPort()
  const ports = tls ? ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no'] : ['--port', `${port}`]
  const files = tls ? ['--tls-cert-file', tls.cert, '--tls-key-file', tls.key, '--tls-ca-cert-file', tls.ca] : []
  const kept = ['--bind', '127.0.0.1', '--dir', directory, '--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
  const words = [...ports, ...files, ...kept, ...args]
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn('redis-server', words, { stdio: 'ignore' })
    await untilReady(child, () => (tls ? canConnect(port) : canConnect(port, 'PING\r\n', /^(\+PONG|-NOAUTH)/)))
  }
  await start()
  const url = `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}/0`
  return { url, process: () => child as ChildProcess, kill: () => killAndWait(child), start }
}

/** Starts HAProxy with the configuration in deploy/, before the replicas at these origins. `edit` may change the configuration. */
export async function runHaproxy(
  directory: string,
  origins: readonly string[],
  edit = (config: string) => config,
): Promise<{ readonly origin: string; readonly kill: () => Promise<void> }> {
  const port = await findPort()
  const config = await readFile(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8')
  const [, options] = /^ {4}server \S+ \S+(.*)$/m.exec(config) ?? []
  const servers = origins.map((origin, index) => `    server replica-${index} ${new URL(origin).host}${options}\n`).join('')
  const file = join(directory, 'haproxy.cfg')
  await writeFile(file, edit(config.replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${port}`).replace(/( {4}server .*\n)+$/, servers)))
  const child = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await untilReady(child, () => canConnect(port))
  return { origin: `http://127.0.0.1:${port}`, kill: () => killAndWait(child) }
}

async function killAndWait(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** A port that nobody uses now. The system gives the ports from 32,768 on to connections, so one of them could be taken at any time. */
export async function findPort(): Promise<number> {
  const port = 15_000 + Math.floor(Math.random() * 17_000)
  const server = createServer()
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : findPort()
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function untilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  while (!(await isReady())) {
    if (hasEnded(child)) throw new Error(`${child.spawnfile} ended before it listened`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Whether somebody listens on the port, and answers the question. */
function canConnect(port: number, question?: string, answer?: RegExp): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (question === undefined) socket.destroy()
      else socket.end(question)
    })
    socket.once('data', (data) => resolve(answer?.test(data.toString()) === true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(question === undefined))
  })
}
