// The interface of observers, who are told what happens. The journal, the log, the judge and the metrics are observers. The live
// events and the waits are observers while somebody follows or waits. An observer only reads, and never delays a request.

import type { Exchange } from '../ground/generated/control.ts'
import type { WorldChange } from '../worlds/world.ts'

export interface Observer {
  /** A request has arrived and entered its world. Later code still adds to the exchange. */
  began?(exchange: Exchange): void
  /** The reply is about to be sent. The record is complete, except for `delivered`, `deliveredBytes` and `closed`. */
  replied?(exchange: Exchange): void
  /** The exchange is over and no longer changes. `closed` is set. This is called once for each exchange that began. */
  closed?(exchange: Exchange): void
  /** Somebody changed a world from outside, or the world left memory. */
  changed?(change: WorldChange): void
  /** A call came to a path outside the contract. Such a call is not an exchange, and nothing of it is recorded. */
  unmatched?(call: UnmatchedCall): void
}

export interface UnmatchedCall {
  readonly method: string
  /** The path without the query. A long path is cut. */
  readonly path: string
  /** Whether the path would belong to an operation if the base path were in front of it. */
  readonly fits: boolean
}

/** Tells all these observers of an event, in order. Later observers may be added, and may leave. */
export const tellAll =
  (observers: ReadonlySet<Observer>): Tell =>
  (event, about) => {
    for (const one of observers) one[event]?.(about as never)
  }

export type Tell = <Event extends keyof Observer>(event: Event, about: Parameters<Required<Observer>[Event]>[0]) => void
