// Observers are told what happens: the journal, the log, the judge and the metrics, and the live events and the waits while somebody
// follows or waits. An observer only reads, and never delays a request.

import type { Exchange } from '../ground/generated/control.ts'
import type { WorldChange } from '../worlds/world.ts'

export interface Observer {
  /** A request has arrived and entered its world. Later code still adds to the exchange. */
  began?(exchange: Exchange): void
  /** The reply is about to be sent or broken. Later `delivered`, `deliveredBytes` and `closed` change, and a `reply` that a fault cuts. */
  replied?(exchange: Exchange): void
  /** The exchange is over and no longer changes. Called once for each exchange that began. */
  closed?(exchange: Exchange): void
  /** Somebody changed a world from outside, or the world left memory. */
  changed?(change: WorldChange): void
  /** A call came to a path outside the contract. It is not an exchange, so no journal has it. */
  unmatched?(call: UnmatchedCall): void
}

export interface UnmatchedCall {
  readonly method: string
  /** The path without the query. A long path is cut. */
  readonly path: string
  /** Whether the path would belong to an operation behind the base path. */
  readonly fits: boolean
}

/** Tells these observers of an event, in order. Others may be added later, and observers may leave. */
export const tellAll =
  (observers: ReadonlySet<Observer>): Tell =>
  (event, about) => {
    for (const one of observers) one[event]?.(about as never)
  }

export type Tell = <Event extends keyof Observer>(event: Event, about: Parameters<Required<Observer>[Event]>[0]) => void
