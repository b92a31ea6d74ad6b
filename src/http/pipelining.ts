// Requests that a client sends on a connection before it has seen the reply to the first (pipelining, RFC 9112 §9.3.2)
// are taken one after the other. Those that wait are few: a connection with many of them is not read from meanwhile.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Backlog } from '../journey/backlog.ts'
import type { Slices } from './slices.ts'

/** With so many waiting, a connection is not read from. What was read together with the last of them comes on top. */
const MAX_WAITING = 16
/** What Node.js keeps for a request that waits, about. */
const REQUEST_BYTES = 4096
/** While a connection is not read from, nobody sees the client leave: it must move on within this time. */
const PATIENCE_MS = 30_000

export interface Pipelines {
  /** Hands a request on at its turn. */
  readonly take: RequestListener
  /** Whether so many requests wait that the connection is not read from. */
  isFull(socket: Socket): boolean
  /** The last response on a connection that is not over: under way, or waiting. */
  lastOn(socket: Socket): ServerResponse<IncomingMessage> | undefined
  /** Whether a response waits for the ones before it. */
  isWaiting(response: ServerResponse): boolean
  /** Takes no request from this connection any more. */
  stop(socket: Socket): void
}

export function createPipelines(listener: RequestListener, backlog: Backlog, slices: Slices): Pipelines {
  const queues = new WeakMap<Socket, Queue>()
  const stopped = new WeakSet<Socket>()

  /** Node.js gives a response its socket when the replies before it are over. */
  function enqueue(request: IncomingMessage, response: ServerResponse<IncomingMessage>): void {
    const { socket } = request
    const queue = queues.get(socket) ?? new Queue(socket, () => close(queue))
    queues.set(socket, queue)
    queue.add(response)
    response.once('socket', () => {
      queue.shift()
      backlog.release(socket, REQUEST_BYTES)
      if (queue.length === 0) close(queue)
      setImmediate(() => socket.destroyed || listener(request, response))
    })
    backlog.hold(socket, REQUEST_BYTES)
    slices.check()
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
    isFull: (socket) => (queues.get(socket)?.length ?? 0) >= MAX_WAITING,
    lastOn: (socket) => queues.get(socket)?.last ?? currentOn(socket),
    isWaiting: (response) => response.socket === null && !response.writableEnded,
    stop: (socket) => stopped.add(socket),
  }
}

/** The responses that wait on one connection, which is paused while they are many. */
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
    if (this.length !== MAX_WAITING) return
    this.socket.pause()
    this.#patience = setTimeout(() => this.socket.destroy(), PATIENCE_MS).unref()
  }

  shift(): void {
    this.#waiting.shift()
    this.#patience?.refresh()
    if (this.length !== MAX_WAITING - 1) return
    clearTimeout(this.#patience)
    this.socket.resume()
  }

  close(): void {
    clearTimeout(this.#patience)
    this.socket.off('resume', this.#keepPaused).off('close', this.#onClose)
  }

  /** Node.js resumes a connection behind every request, and where it had paused it itself. */
  readonly #keepPaused = () => {
    if (this.length >= MAX_WAITING) this.socket.pause()
  }
}

/** The response under way on a connection: Node.js keeps it there, and no property of its documentation tells. */
function currentOn(socket: Socket): ServerResponse<IncomingMessage> | undefined {
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse<IncomingMessage> | null }
  return _httpMessage ?? undefined
}
