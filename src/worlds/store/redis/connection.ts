// The connections to Redis or Valkey: one for commands and one for messages. No call waits longer than its deadline.

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { messageOf } from '../../../ground/problem.ts'
import { type Client, connect, createClient } from './client.ts'

/** A change must be stored within this time. Reads that wait for the change go on after it. */
const DEADLINE_MS = 900
/** A large change gets a millisecond more for this many bytes. */
const BYTES_PER_MS = 20_000
/** After a call without an answer, Redis counts as away for this time. */
const AWAY_MS = 1000

/** Learns what other replicas do with a world. */
export interface Listener {
  /** Another replica has taken the world, or deleted it. */
  ownerChanged(owner: number): void
  /** The connection for messages is there again. Messages may have been lost. */
  messagesLost(): void
}

/** What a script answers. */
export interface Answer {
  readonly outcome: string
  /** The clock of Redis. */
  readonly clock: string
  /** The version of the world, and the replica that has stored this version. */
  readonly version: string
  readonly writer: string
  /** The number of the owner. */
  readonly owner: string
  /** Whether Redis has lost changes that this replica knows. */
  readonly isLost: boolean
}

export class RedisConnection {
  /** The address without user and password, for people. */
  readonly place: string
  /** The name of this replica of the sandbox. */
  readonly replica = `${hostname()}-${randomBytes(3).toString('hex')}`
  /** How many losses of changes this process has found. */
  losses = 0
  /** For each open world. */
  readonly listeners = new Map<string, Listener>()
  /** The last known version of worlds that are not open any more, and its writer. */
  readonly unloaded = new Map<string, readonly [version: string, writer: string]>()
  /** Every key and channel begins with this text. */
  readonly #prefix: string
  readonly #client: Client
  readonly #messages: Client
  /** How far the clock of Redis is ahead of this process, in microseconds. */
  #ahead = 0
  #silentSince: number | undefined

  private constructor(url: URL, client: Client, messages: Client) {
    this.place = `${url.protocol}//${url.host}${url.pathname}`
    this.#prefix = url.searchParams.get('prefix') ?? 'petstore-sandbox:'
    this.#client = client
    this.#messages = messages
  }

  /** Connects. Rejects when Redis cannot be reached now. */
  static async open(address: string): Promise<RedisConnection> {
    const url = new URL(address)
    const connection = new RedisConnection(url, await createClient(url), await createClient(url))
    try {
      await connection.#begin()
    } catch (error) {
      connection.close()
      throw new Error(`${connection.place}: ${messageOf(error)}`)
    }
    return connection
  }

  async #begin(): Promise<void> {
    const messages = this.#messages
    await Promise.all([connect(this.#client), connect(messages)])
    await messages.subscribe(this.keyOf('taken'), (message) => {
      const [world = '', owner] = message.split(' ')
      this.listeners.get(world)?.ownerChanged(Number(owner))
    })
    messages.on('ready', () => {
      for (const listener of this.listeners.values()) listener.messagesLost()
    })
    // Others see by this channel that this replica lives.
    await messages.subscribe(this.keyOf('replica', this.replica), () => {})
  }

  /** The name of a key or a channel. */
  keyOf(...words: readonly string[]): string {
    return this.#prefix + words.join(':')
  }

  /** Whether it is known that Redis does not answer now. */
  get isAway(): boolean {
    return !this.#client.isReady || !this.#messages.isReady || performance.now() - (this.#silentSince ?? -AWAY_MS) < AWAY_MS
  }

  /** Sends one command. Rejects after the deadline. A command that is late may still be carried out. */
  async send(command: readonly string[], ms = DEADLINE_MS): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined
    let immediate: NodeJS.Immediate | undefined
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => {
        this.#silentSince = performance.now()
        reject(new Error(`it has not answered within ${ms} ms`))
      }
      // A process that was busy first reads the answers that have come meanwhile.
      timer = setTimeout(() => (immediate = setImmediate(giveUp)), ms)
    })
    try {
      const answer = await Promise.race([this.#client.sendCommand([...command]), late])
      this.#silentSince = undefined
      return answer
    } catch (error) {
      throw new Error(`${this.place}: ${this.#client.isReady ? messageOf(error) : 'it cannot be reached'}`)
    } finally {
      clearTimeout(timer)
      clearImmediate(immediate)
    }
  }

  /** Runs a script for a world. `args` begin with the known version and its writer. After its deadline the script changes nothing. */
  async run(script: string, world: string, args: readonly string[], patience = DEADLINE_MS): Promise<Answer> {
    const ms = patience + Math.ceil(args.reduce((bytes, arg) => bytes + arg.length, 0) / BYTES_PER_MS)
    const deadline = performance.now() + ms
    const keys = ['3', this.keyOf('world', world), this.keyOf('commits', world), this.keyOf('deleted', world)]
    const ask = async () => {
      const until = String(Math.floor(this.#ahead + deadline * 1000))
      const rest = [...keys, until, this.replica, `${this.replica}.${this.losses}`, this.keyOf('taken'), world, ...args]
      // Redis keeps the compiled script, and finds it by its text.
      const answer = await this.send(['EVAL', script, ...rest], ms)
      const [outcome, clock, version, owner, writer, isLost] = answer as [string, string, string, string, string, number]
      return { outcome, clock, version, owner, writer, isLost: isLost === 1 }
    }
    let answer = await ask()
    // The clock of Redis is not known yet, or was ahead of what this process thought.
    if (answer.outcome === 'late' && performance.now() < deadline) {
      this.#ahead = Number(answer.clock) - performance.now() * 1000
      answer = await ask()
    }
    if (answer.outcome === 'late') throw new Error(`${this.place}: it was too late when the change arrived`)
    return answer
  }

  close(): void {
    this.#client.destroy()
    this.#messages.destroy()
  }
}
