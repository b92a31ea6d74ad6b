// Pipelining (RFC 9112 §9.3.2): a client sends further requests before it has seen the first reply. The requests of a
// connection are handled one after the other. When many of them wait, the connection is not read for a while.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import { BOUNDS } from '../exchange/bounds.ts'
import type { Backlog } from '../sockets/backlog.ts'
import { stampArrival } from '../sockets/request-notes.ts'
import { readClocks } from '../worlds/clock.ts'
import type { BoundedReads } from './bounded-reads.ts'

/** The approximate memory that Node.js needs for a waiting request, in bytes. */
const REQUEST_BYTES = 4096
/** Nobody notices a client that leaves while its connection is not read. So the next request must get its turn within this time. */
const PATIENCE_MS = 30_000

export interface Pipelines {
  /** Passes a request on when its turn has come. */
  readonly take: RequestListener
  /** Whether so many requests wait that the connection is not read. */
  isFull(socket: Socket): boolean
  /** The last unfinished response of a connection. It may be waiting for its turn. */
  lastOn(socket: Socket): ServerResponse<IncomingMessage> | undefined
  /** Ignores all further requests of this connection. */
  stop(socket: Socket): void
}

export function createPipelines(listener: RequestListener, backlog: Backlog, reads: BoundedReads): Pipelines {
  const queues = new WeakMap<Socket, Queue>()
  const stopped = new WeakSet<Socket>()

  /** Puts a request into the queue. Node.js gives its response a socket when the earlier replies are finished. */
  function enqueue(request: IncomingMessage, response: ServerResponse<IncomingMessage>): void {
    const { socket } = request
    const queue = queues.get(socket) ?? new Queue(socket, () => close(queue))
    queues.set(socket, queue)
    queue.add(response)
    stampArrival(request, readClocks())
    response.once('socket', () => {
      queue.shift()
      backlog.release(socket, REQUEST_BYTES)
      if (queue.length === 0) close(queue)
      setImmediate(() => socket.destroyed || listener(request, response))
    })
    backlog.hold(socket, REQUEST_BYTES)
    reads.check()
  }

  function close(queue: Queue): void {
    queue.close()
    queues.delete(queue.socket)
  }

  return {
    take(request, response) {
      if (stopped.has(request.socket)) return
      if (response.socket === null) enqueue(request, response)
      else listener(request, response)
    },
    isFull: (socket) => (queues.get(socket)?.length ?? 0) >= BOUNDS.waitingRequests,
    lastOn: (socket) => queues.get(socket)?.last ?? currentOn(socket),
    stop: (socket) => stopped.add(socket),
  }
}

/** The waiting responses of one connection. The connection is paused while there are many. */
class Queue {
  readonly socket: Socket
  readonly #waiting: ServerResponse<IncomingMessage>[] = []
  readonly #onClose: () => void
  #patience: NodeJS.Timeout | undefined

  constructor(socket: Socket, onClose: () => void) {
    this.socket = socket
    this.#onClose = onClose
    socket.on('resume', this.#keepPaused).on('close', onClose)
  }

  get length(): number {
    return this.#waiting.length
  }

  get last(): ServerResponse<IncomingMessage> | undefined {
    return this.#waiting.at(-1)
  }

  add(response: ServerResponse<IncomingMessage>): void {
    this.#waiting.push(response)
    if (this.length !== BOUNDS.waitingRequests) return
    this.socket.pause()
    this.#patience = setTimeout(() => this.socket.destroy(), PATIENCE_MS).unref()
  }

  shift(): void {
    this.#waiting.shift()
    this.#patience?.refresh()
    if (this.length !== BOUNDS.waitingRequests - 1) return
    clearTimeout(this.#patience)
    this.socket.resume()
  }

  close(): void {
    clearTimeout(this.#patience)
    this.socket.off('resume', this.#keepPaused).off('close', this.#onClose)
  }

  /** Pauses the connection again. Node.js resumes it after every request, and also after pauses of its own. */
  readonly #keepPaused = () => {
    if (this.length >= BOUNDS.waitingRequests) this.socket.pause()
  }
}

/** The response under way on a connection. Node.js keeps it in this undocumented property. */
function currentOn(socket: Socket): ServerResponse<IncomingMessage> | undefined {
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse<IncomingMessage> | null }
  return _httpMessage ?? undefined
}
