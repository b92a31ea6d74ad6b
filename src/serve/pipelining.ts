// Pipelining (RFC 9112 §9.3.2): a client sends further requests before it has seen the first reply. The requests of a
// connection are handled one after the other. When many of them wait, the connection is not read for a while.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import { BOUNDS } from '../ground/bounds.ts'
import type { Backlog } from '../ground/sockets/backlog.ts'
import { readClocks } from '../worlds/clock.ts'
import { BoundedReads } from './bounded-reads.ts'
import { arrivals } from './journey/connections.ts'

/** The approximate memory that Node.js needs for a waiting request, in bytes. */
const REQUEST_BYTES = 4096
/** Nobody notices a client that leaves while its connection is not read. So the next request must get its turn within this time. */
const PATIENCE_MS = 30_000

export class Pipelines {
  readonly #listener: RequestListener
  readonly #backlog: Backlog
  readonly #reads: BoundedReads
  readonly #queues = new WeakMap<Socket, Queue>()
  readonly #stopped = new WeakSet<Socket>()

  /** `open` has all open connections. */
  constructor(listener: RequestListener, backlog: Backlog, open: ReadonlySet<Socket>) {
    this.#listener = listener
    this.#backlog = backlog
    this.#reads = new BoundedReads(backlog, open, (socket) => (this.#queues.get(socket)?.waiting.length ?? 0) >= BOUNDS.waitingRequests)
  }

  add(socket: Socket): void {
    this.#reads.add(socket)
  }

  /** Passes a request on when its turn has come. */
  readonly take = (request: IncomingMessage, response: ServerResponse<IncomingMessage>): void => {
    if (this.#stopped.has(request.socket)) return
    if (response.socket === null) this.#enqueue(request, response)
    else this.#listener(request, response)
  }

  /** The last unfinished response of a connection. It may be waiting for its turn. */
  lastOn(socket: Socket): ServerResponse<IncomingMessage> | undefined {
    return this.#queues.get(socket)?.waiting.at(-1) ?? currentOn(socket)
  }

  /** Ignores all further requests of this connection. */
  stop(socket: Socket): void {
    this.#stopped.add(socket)
  }

  /** Puts a request into the queue. Node.js gives its response a socket when the earlier replies are finished. */
  #enqueue(request: IncomingMessage, response: ServerResponse<IncomingMessage>): void {
    const { socket } = request
    const queue = this.#queues.get(socket) ?? new Queue(socket)
    this.#queues.set(socket, queue)
    queue.add(response)
    arrivals.set(request, readClocks())
    response.once('socket', () => {
      queue.shift()
      this.#backlog.release(socket, REQUEST_BYTES)
      setImmediate(() => socket.destroyed || this.#listener(request, response))
    })
    this.#backlog.hold(socket, REQUEST_BYTES)
    this.#reads.check()
  }
}

/** The waiting responses of one connection. The connection is paused while there are many. */
class Queue {
  readonly #socket: Socket
  readonly waiting: ServerResponse<IncomingMessage>[] = []
  readonly #patience: NodeJS.Timeout

  constructor(socket: Socket) {
    this.#socket = socket
    const isFull = () => this.waiting.length >= BOUNDS.waitingRequests
    this.#patience = setTimeout(() => isFull() && socket.destroy(), PATIENCE_MS).unref()
    // Pauses the connection again. Node.js resumes it after every request, and also after pauses of its own.
    socket.on('resume', () => isFull() && socket.pause())
    socket.once('close', () => clearTimeout(this.#patience))
  }

  add(response: ServerResponse<IncomingMessage>): void {
    this.waiting.push(response)
    if (this.waiting.length !== BOUNDS.waitingRequests) return
    this.#socket.pause()
    this.#patience.refresh()
  }

  shift(): void {
    this.waiting.shift()
    this.#patience.refresh()
    if (this.waiting.length === BOUNDS.waitingRequests - 1) this.#socket.resume()
  }
}

/** The response under way on a connection. Node.js keeps it in this undocumented property. */
function currentOn(socket: Socket): ServerResponse<IncomingMessage> | undefined {
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse<IncomingMessage> | null }
  return _httpMessage ?? undefined
}
