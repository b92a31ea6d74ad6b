// The callers of a world. A caller is a key, an address and a program. The connections of a caller and the time of its calls show
// whether it called in parallel, and whether it is still there.

import { nameCaller, productOf } from '../exchange/caller.ts'
import type { Exchange, Moment } from '../exchange/exchange.ts'

export interface Caller {
  readonly name: string
  readonly key: string | undefined
  readonly address: string
  readonly userAgent: string | undefined
  /** The first product of the User-Agent; empty without one. */
  readonly product: string
  /** The number of its exchanges that have ended. */
  count: number
  lastArrived: Moment
  /** Its open connections, as far as an exchange came over them. */
  readonly open: Set<number>
  /** When the last connection was closed; undefined while a connection is open. In milliseconds of the process. */
  allClosed: number | undefined
  /** When each connection was closed, in milliseconds of the process; the newest 1,000 connections. */
  readonly ended: Map<number, number>
  /** The times in which more than two of its connections were in use. */
  readonly bursts: Span[]
}

interface Span {
  from: number
  to: number
}

const MAX_CALLERS = 500
const MAX_BURSTS = 100
const MAX_OPEN = 1000
/** A caller that uses more connections than this at once calls in parallel. */
const MAX_SEQUENTIAL = 2

/** The callers of each connection, from all worlds. */
export class CallersOfConnections {
  readonly #callers = new Map<number, Set<Caller>>()

  add(connection: number, caller: Caller): void {
    const known = this.#callers.get(connection)
    if (known) known.add(caller)
    else this.#callers.set(connection, new Set([caller]))
  }

  /** Called when a connection is closed. `at` is in milliseconds of the process. */
  close(connection: number, at: number): void {
    for (const caller of this.#callers.get(connection) ?? []) {
      noteEnd(caller, connection, at)
    }
    this.#callers.delete(connection)
  }

  forget(caller: Caller): void {
    for (const connection of caller.open) {
      const callers = this.#callers.get(connection)
      callers?.delete(caller)
      if (callers?.size === 0) this.#callers.delete(connection)
    }
  }
}

export class Callers {
  readonly #callers = new Map<string, Caller>()
  readonly #connections: CallersOfConnections
  #last: Caller | undefined

  constructor(connections: CallersOfConnections) {
    this.#connections = connections
  }

  /** Notes an exchange that has ended, and returns its caller. */
  see(exchange: Exchange, userAgent: string | undefined): Caller {
    const caller = this.#find(exchange, userAgent)
    const { connection, arrived } = exchange
    caller.count += 1
    if (arrived.monotonic >= caller.lastArrived.monotonic) caller.lastArrived = arrived
    if (!caller.open.has(connection.id)) this.#noteOpen(caller, connection.id)
    if (connection.inUse > MAX_SEQUENTIAL) noteBurst(caller.bursts, arrived.monotonic)
    return caller
  }

  /** Called when nobody needs these callers any more. */
  forgetAll(): void {
    for (const caller of this.#callers.values()) this.#connections.forget(caller)
  }

  /** When the key was last seen, in milliseconds of the process. */
  lastSeen(key: string | undefined): number {
    let last = 0
    for (const caller of this.#callers.values()) if (caller.key === key) last = Math.max(last, caller.lastArrived.monotonic)
    return last
  }

  #find({ caller: { key }, connection: { address }, arrived }: Exchange, userAgent: string | undefined): Caller {
    const last = this.#last
    if (last && last.key === key && last.address === address && last.userAgent === userAgent) return last
    const name = nameCaller(key, address, userAgent)
    let caller = this.#callers.get(name)
    if (caller === undefined) {
      caller = {
        ...{ name, key, address, userAgent, product: productOf(userAgent), count: 0, lastArrived: arrived },
        ...{ open: new Set(), allClosed: undefined, ended: new Map(), bursts: [] },
      }
      if (this.#callers.size >= MAX_CALLERS) this.#forgetOldest()
      this.#callers.set(name, caller)
    }
    this.#last = caller
    return caller
  }

  #noteOpen(caller: Caller, connection: number): void {
    if (caller.open.size >= MAX_OPEN) return
    caller.open.add(connection)
    caller.allClosed = undefined
    this.#connections.add(connection, caller)
  }

  #forgetOldest(): void {
    const [oldest] = this.#callers.values()
    if (oldest === undefined) return
    this.#connections.forget(oldest)
    this.#callers.delete(oldest.name)
  }
}

function noteEnd(caller: Caller, connection: number, at: number): void {
  const { open, ended } = caller
  open.delete(connection)
  if (open.size === 0) caller.allClosed = at
  if (ended.size >= MAX_OPEN) ended.delete(ended.keys().next().value ?? 0)
  ended.set(connection, at)
}

/** Adds a burst. Bursts less than a second apart become one burst. When there are too many, the two oldest become one. */
function noteBurst(bursts: Span[], at: number): void {
  const last = bursts.at(-1)
  if (last && at - last.to < 1000) {
    last.to = Math.max(last.to, at)
    last.from = Math.min(last.from, at)
    return
  }
  bursts.push({ from: at, to: at })
  if (bursts.length <= MAX_BURSTS) return
  const [first, second] = bursts
  if (first && second) bursts.splice(0, 2, { from: first.from, to: second.to })
}

/** A connection of some calls, and the time when it was opened. */
export interface UsedConnection {
  readonly connection: number
  readonly opened: number
}

/**
 * True when more than two of these connections were open at once: then the calls were sent together. The calls themselves need
 * not overlap, because the sandbox may answer each call before it reads the next. A client that tries one call again uses one
 * connection, or closes it.
 */
export function wereOpenTogether({ ended }: Caller, used: Iterable<UsedConnection>): boolean {
  const opened = new Map([...used].map((one) => [one.connection, one.opened]))
  if (opened.size <= MAX_SEQUENTIAL) return false
  const changes = [...opened].flatMap(([connection, at]) => [
    { at, by: 1 },
    { at: ended.get(connection) ?? Number.POSITIVE_INFINITY, by: -1 },
  ])
  changes.sort((one, other) => one.at - other.at || one.by - other.by)
  let open = 0
  return changes.some(({ by }) => {
    open += by
    return open > MAX_SEQUENTIAL
  })
}

/** True when the caller called in parallel at some time in this span, in milliseconds of the process. */
export const calledInParallel = ({ bursts }: Caller, from: number, to: number) =>
  bursts.some((burst) => burst.from <= to && burst.to >= from)
