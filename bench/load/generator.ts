// Makes one load. Every connection sends its next request when it has the reply to its last request, as wrk does. The generator
// uses raw sockets, because node:http would need more time for a request than the measured servers.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Latencies } from './latencies.ts'
import { parseReply } from './parse-reply.ts'

export interface Job {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of a POST; without a body the load is GET. */
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  /** The load ends early after this many replies. */
  readonly amount?: number
}

export interface Outcome {
  /** How many replies came, by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** The first error. It ended the load. */
  readonly error?: string
  readonly seconds: number
  /** Milliseconds. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly p99Uncorrected: number; readonly max: number }
  /** The part of the time in which this process was computing, 0 to 1. */
  readonly busy: number
}

const HOST = '127.0.0.1'
const RECEIVE_BYTES = 65_536

export async function makeLoad(job: Job): Promise<Outcome> {
  const run = new Run(job)
  await Promise.all(Array.from({ length: job.connections }, () => run.connect()))
  return run.measure()
}

class Run {
  readonly #job: Job
  readonly #request: Buffer
  readonly #connections = new Set<Connection>()
  readonly #latencies = new Latencies()
  readonly #statuses: Record<string, number> = {}
  #replies = 0
  #error: string | undefined
  #end: () => void = () => {}
  isOver = false

  constructor(job: Job) {
    this.#job = job
    this.#request = renderRequest(job)
  }

  async connect(): Promise<Connection> {
    const connection = new Connection(this, this.#request)
    this.#connections.add(connection)
    await connection.open(this.#job.port)
    return connection
  }

  async measure(): Promise<Outcome> {
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve
    })
    const usedBefore = process.cpuUsage()
    const startedAt = performance.now()
    const timer = setTimeout(this.#end, this.#job.seconds * 1000)
    for (const connection of this.#connections) connection.send()
    await ended
    this.isOver = true
    clearTimeout(timer)
    const milliseconds = performance.now() - startedAt
    const used = process.cpuUsage(usedBefore)
    // Replies that have not arrived yet are not counted.
    for (const connection of this.#connections) connection.destroy()
    return {
      statuses: this.#statuses,
      ...(this.#error !== undefined && { error: this.#error }),
      seconds: milliseconds / 1000,
      latency: this.#summarize(milliseconds),
      busy: (used.user + used.system) / 1000 / milliseconds,
    }
  }

  addReply(status: number, microseconds: number): void {
    this.#replies += 1
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
    this.#latencies.add(microseconds)
    if (this.#replies === this.#job.amount) {
      this.isOver = true
      this.#end()
    }
  }

  addError(error: unknown): void {
    if (this.isOver) return
    this.#error ??= error instanceof Error ? error.message : String(error)
    this.#end()
  }

  async replace(connection: Connection): Promise<void> {
    this.#connections.delete(connection)
    connection.destroy()
    try {
      const next = await this.connect()
      if (this.isOver) next.destroy()
      else next.send()
    } catch (error) {
      this.addError(error)
    }
  }

  #summarize(milliseconds: number): Outcome['latency'] {
    const latencies = this.#latencies
    const max = latencies.percentile(100)
    const p99Uncorrected = latencies.percentile(99)
    if (this.#replies > 0) latencies.correct((milliseconds * 1000 * this.#job.connections) / this.#replies)
    return { p50: latencies.percentile(50), p99: latencies.percentile(99), p99Uncorrected, max }
  }
}

class Connection {
  /** All connections share one buffer: the bytes are parsed or copied before the next bytes come. */
  static readonly #received = Buffer.alloc(RECEIVE_BYTES)
  readonly #run: Run
  readonly #request: Buffer
  #socket: Socket | undefined
  /** The first bytes of a reply whose rest has not arrived. */
  #beginning: Buffer | undefined
  #sentAt = 0

  constructor(run: Run, request: Buffer) {
    this.#run = run
    this.#request = request
  }

  async open(port: number): Promise<void> {
    const onread = {
      buffer: Connection.#received,
      callback: (count: number, bytes: Uint8Array) => {
        this.#read(bytes as Buffer, count)
        return true
      },
    }
    const socket = connect({ port, host: HOST, noDelay: true, onread })
    this.#socket = socket
    await once(socket, 'connect')
    socket.on('error', (error) => this.#run.addError(error))
    socket.on('end', () => this.#run.addError(new Error('the server closed a connection')))
  }

  send(): void {
    this.#sentAt = performance.now()
    this.#socket?.write(this.#request)
  }

  destroy(): void {
    this.#socket?.removeAllListeners('end').destroy()
  }

  #read(received: Buffer, count: number): void {
    if (this.#run.isOver) return
    const bytes = this.#beginning ? Buffer.concat([this.#beginning, received.subarray(0, count)]) : received
    const length = this.#beginning ? bytes.length : count
    try {
      const reply = parseReply(bytes, length)
      if (!reply) {
        this.#beginning = this.#beginning ? bytes : Buffer.from(received.subarray(0, count))
        return
      }
      if (reply.length !== length) throw new Error('the server sent more than one reply')
      this.#beginning = undefined
      this.#run.addReply(reply.status, (performance.now() - this.#sentAt) * 1000)
      if (this.#run.isOver) return
      if (reply.closes) void this.#run.replace(this)
      else this.send()
    } catch (error) {
      this.#run.addError(error)
    }
  }
}

function renderRequest({ port, path, headers, body }: Job): Buffer {
  const lines = Object.entries({
    host: `${HOST}:${port}`,
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}
