// The callers of a world: key, address and program. A caller's connections and its last calls tell whether it called in
// parallel, whether it came back, and whether it is still there.

import { nameCaller, productOf } from '../record/caller.ts'
import type { Exchange, Moment } from '../record/exchange.ts'

export interface Caller {
  readonly name: string
  readonly key: string | undefined
  readonly address: string
  readonly userAgent: string | undefined
  /** The first product of the User-Agent; empty without one. */
  readonly product: string
  /** How many of its exchanges are over. */
  count: number
  lastArrived: Moment
  /** Its connections that are open, as far as exchanges came over them. */
  readonly open: Set<number>
  /** When the last of them was closed; undefined while one is open. In milliseconds of the process. */
  allClosed: number | undefined
  /** When its last connections were closed, in milliseconds of the process. */
  readonly ended: Map<number, number>
  /** When more than two of its connections were in use. */
  readonly bursts: Span[]
}

interface Span {
  from: number
  to: number
}

const MAX_CALLERS = 500
const MAX_BURSTS = 100
const MAX_OPEN = 1000
/** With more connections than this in use at once, a caller calls in parallel. */
const MAX_SEQUENTIAL = 2

/** Which callers came over a connection, of whatever world. */
export class CallersOfConnections {
  readonly #callers = new Map<number, Set<Caller>>()

  add(connection: number, caller: Caller): void {
    const known = this.#callers.get(connection)
    if (known) known.add(caller)
    else this.#callers.set(connection, new Set([caller]))
  }

  /** The connection is closed. In milliseconds of the process. */
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

  /** Notes that an exchange of its caller is over. */
  see(exchange: Exchange, userAgent: string | undefined): Caller {
    const caller = this.#find(exchange, userAgent)
    const { connection, arrived } = exchange
    caller.count += 1
    if (arrived.monotonic >= caller.lastArrived.monotonic) caller.lastArrived = arrived
    if (!caller.open.has(connection.id)) this.#noteOpen(caller, connection.id)
    if (connection.inUse > MAX_SEQUENTIAL) noteBurst(caller.bursts, arrived.monotonic)
    return caller
  }

  /** Nobody asks for these callers any more. */
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

/** Bursts that lie close together are one. Where there are too many, the oldest two become one. */
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

/** A connection that brought calls, and when it was opened. */
export interface UsedConnection {
  readonly connection: number
  readonly opened: number
}

/**
 * Whether more than two of these connections were open at once. The sandbox may answer each call before it reads the next one,
 * so calls that were sent together need not be under way together. Who tries one call again uses one connection, or closes it.
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

/** Whether the caller called in parallel at some time between these two, in milliseconds of the process. */
export const calledInParallel = ({ bursts }: Caller, from: number, to: number) =>
  bursts.some((burst) => burst.from <= to && burst.to >= from)
