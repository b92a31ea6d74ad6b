// Who is told what happens: the journal, who waits for an exchange, live events, and the log. An observer only reads, and never keeps a request waiting.

import type { Exchange, Instant, Moment } from './exchange.ts'

export interface Observer {
  /** A request has arrived and entered its world. The exchange goes on being filled in. */
  began?(exchange: Exchange): void
  /** The reply is about to be sent. The record is complete, except for `delivered`, `deliveredBytes` and `closed`. */
  replied?(exchange: Exchange): void
  /** The exchange is over and changes no more: `closed` is set. Each exchange that began is told once. */
  closed?(exchange: Exchange): void
  /** Somebody changed a world from outside, or it left memory. */
  changed?(change: WorldChange): void
  /** A call came to a path outside of the contract. It is no exchange: nothing is recorded of it. */
  strayed?(stray: Stray): void
  /** A connection is closed that had brought an exchange. */
  disconnected?(end: Disconnection): void
}

export interface Stray {
  readonly method: string
  /** Without the query; cut when it is long. */
  readonly path: string
  /** Whether it would be a call of an operation, if the base path stood before it. */
  readonly fits: boolean
}

export interface Disconnection {
  /** The number of the connection, as exchanges have it. */
  readonly connection: number
  readonly at: Instant
}

/** A change that somebody made to a world from outside. */
export interface WorldChange {
  /** The name of the world. */
  readonly world: string
  /** `journal`: it was cleared. `let-go`: the world left memory. `deleted`: it left the store, too. */
  readonly what: 'clock' | 'limits' | 'data' | 'scenarios' | 'journal' | 'reset' | 'let-go' | 'deleted'
  /** The session that the world has from now on. */
  readonly session: number
  /** How often, in this session, scenarios were put or removed, or the clock or the limits were set. */
  readonly stage: number
  /** The scenarios that the world has from now on, where they were changed. */
  readonly scenarios?: readonly string[]
  /** When it changed. */
  readonly at: Moment
}

/** One observer that tells all of these, in order. */
export function tellAll(observers: readonly Observer[]): Required<Observer> {
  const began = observers.filter((one) => one.began)
  const replied = observers.filter((one) => one.replied)
  const closed = observers.filter((one) => one.closed)
  const changed = observers.filter((one) => one.changed)
  const strayed = observers.filter((one) => one.strayed)
  const disconnected = observers.filter((one) => one.disconnected)
  return {
    began: (exchange) => {
      for (const one of began) one.began?.(exchange)
    },
    replied: (exchange) => {
      for (const one of replied) one.replied?.(exchange)
    },
    closed: (exchange) => {
      for (const one of closed) one.closed?.(exchange)
    },
    changed: (change) => {
      for (const one of changed) one.changed?.(change)
    },
    strayed: (stray) => {
      for (const one of strayed) one.strayed?.(stray)
    },
    disconnected: (end) => {
      for (const one of disconnected) one.disconnected?.(end)
    },
  }
}
