// The connections to Redis or Valkey: one for commands and one for messages. No call waits longer than its deadline, and nothing is queued
// while Redis is away. This file is the door of node-redis.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { messageOf } from '../../../ground/problem.ts'
import { readUserFile, refuseNamed } from '../../../ground/regular-file.ts'

const PING_MS = 1000
/** How long Redis may say nothing, while connecting and afterwards. */
const SILENCE_MS = 3000
const MAX_RECONNECT_MS = 500

/** A change that is not stored within this time is refused. Then reads that wait for it go on. */
const DEADLINE_MS = 900
/** A large change gets a millisecond more for this many bytes. Each field takes Redis as long as 100 bytes. */
const BYTES_PER_MS = 20_000
const FIELD_BYTES = 100
/** After a call without an answer, Redis counts as away for this time. */
const AWAY_MS = 1000

export type Answer = Awaited<ReturnType<RedisConnection['run']>>
type Client = Awaited<ReturnType<typeof createClient>>

export class RedisConnection {
  /** The address without user and password. */
  readonly place: string
  readonly replica = `${hostname()}-${randomBytes(3).toString('hex')}`
  /** By the name of an open world: called when another process may have changed or taken it. */
  readonly listeners = new Map<string, () => void>()
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

  /** Rejects when Redis cannot be reached now. */
  static async open(address: string): Promise<RedisConnection> {
    const url = parseAddress(address)
    const connection = new RedisConnection(url, await createClient(url), await createClient(url))
    try {
      await connection.#begin()
    } catch (error) {
      connection.close()
      const said = messageOf(error)
      const isOther = /^Unknown RESP type|wrong version number/.test(said)
      throw new Error(`${connection.place}: ${isOther ? 'no Redis answers there (rediss:// is for TLS, redis:// is without TLS)' : said}`)
    }
    return connection
  }

  async #begin(): Promise<void> {
    const messages = this.#messages
    await Promise.all([connect(this.#client), connect(messages)])
    await messages.subscribe(this.keyOf('taken'), (message) => {
      const [world = '', replica] = message.split(' ')
      if (replica !== this.replica) this.listeners.get(world)?.()
    })
    // Messages may have been lost while the connection was away.
    messages.on('ready', () => {
      for (const tell of this.listeners.values()) tell()
    })
    // Others see by this channel that this replica lives.
    await messages.subscribe(this.keyOf('replica', this.replica), () => {})
  }

  keyOf(...words: readonly string[]): string {
    return this.#prefix + words.join(':')
  }

  /** Whether it is known that Redis does not answer now. */
  get isAway(): boolean {
    return !this.#client.isReady || !this.#messages.isReady || performance.now() - (this.#silentSince ?? -AWAY_MS) < AWAY_MS
  }

  /** Rejects after the deadline. A command that is late may still be carried out. */
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
      throw withoutStack(`${this.place}: ${this.#client.isReady ? messageOf(error) : 'it cannot be reached'}`)
    } finally {
      clearTimeout(timer)
      clearImmediate(immediate)
    }
  }

  /** `args` begin with the known version of the world. After its deadline the script changes nothing. `clock` is the clock of Redis. */
  async run(script: string, world: string, args: readonly string[]) {
    const ms = DEADLINE_MS + Math.ceil(args.reduce((bytes, arg) => bytes + FIELD_BYTES + arg.length, 0) / BYTES_PER_MS)
    const deadline = performance.now() + ms
    const ask = async () => {
      const until = String(Math.floor(this.#ahead + deadline * 1000))
      const rest = ['2', this.keyOf('world', world), this.keyOf('log', world), until, this.replica, this.keyOf('taken'), world, ...args]
      // Redis keeps the compiled script, and finds it by its text.
      const answer = await this.send(['EVAL', script, ...rest], ms)
      const [outcome, clock, version, missed] = answer as [string, string, string, (readonly string[] | null)?]
      return { outcome, clock, version, missed }
    }
    let answer = await ask()
    // The clock of Redis is not known yet, or was ahead of what this process thought.
    if (answer.outcome === 'late' && performance.now() < deadline) {
      this.#ahead = Number(answer.clock) - performance.now() * 1000
      answer = await ask()
    }
    if (answer.outcome === 'late') throw withoutStack(`${this.place}: it was too late when the change arrived`)
    return answer
  }

  close(): void {
    this.#client.destroy()
    this.#messages.destroy()
  }
}

/** The log shows the stack of an error. When Redis refuses or is away, the message says all. */
const withoutStack = (message: string) => Object.assign(new Error(message), { stack: message })

/** Throws a StartError for an address that node-redis would not take. The error shows no password. */
function parseAddress(address: string): URL {
  try {
    const url = new URL(address)
    decodeURIComponent(`${url.username}:${url.password}`)
    const isKnown = [...url.searchParams.keys()].every((name) => name === 'prefix' || name === 'ca')
    if (url.host !== '' && /^\/?\d*$/.test(url.pathname) && isKnown) return url
  } catch {
    // The address is refused below.
  }
  const shown = address.replace(/\/\/.*@/s, '//…@').replace(/=.*/s, '=…')
  const form = 'redis://user:password@host:6379/0?prefix=mine:&ca=ca.pem, with %40 for @ and %2F for / in the password'
  throw refuseNamed(shown, `write it like ${form}`, 'store')
}

async function createClient(url: URL) {
  const { createClient } = await import('redis')
  const plain = new URL(url.href.replace(/^valkey/, 'redis'))
  plain.search = ''
  const client = createClient({
    url: plain.href,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, MAX_RECONNECT_MS),
      ...tlsOptions(url),
    },
  })
  // Without a listener an error would end the process. Calls tell the error anyway.
  client.on('error', () => {})
  return client
}

function tlsOptions({ protocol, searchParams }: URL) {
  if (protocol !== 'rediss:' && protocol !== 'valkeys:') return {}
  const ca = searchParams.get('ca')
  return { tls: true as const, ...(ca !== null && { ca: readUserFile(ca, 'store', `?ca=${ca}`) }) }
}

/** node-redis tries to connect for ever. At the start, the first failure ends the attempt. */
const connect = (client: Client) => Promise.all([once(client, 'ready'), client.connect()])
