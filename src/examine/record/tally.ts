// Counters of calls that are alike. They count every exchange, so they can say "every" and "never" even when facts were dropped.

import type { Exchange } from '../../ground/generated/control.ts'
import { type Fact, isAnnounced } from './fact.ts'

export interface Tally {
  /** Undefined for calls that belong to no operation. */
  readonly operation: string | undefined
  readonly status: number
  /** Delivered whole, and without a scenario. */
  readonly isNatural: boolean
  /** The test announced the error with `expect`. */
  readonly isAnnounced: boolean
  readonly key: 'valid' | 'wrong' | 'none'
  /** Whether the client was told of what the operation did. Undefined when it did nothing. */
  readonly done: 'told' | 'untold' | undefined
  /** After the contract's first removal date, by the clock of the world. */
  readonly isAfterRemoval: boolean
  calls: number
}

type Seen = Pick<Tally, 'status' | 'isAfterRemoval'> & Pick<Fact, 'failure'>

/** Counts a call that has ended, and returns how many of its kind there are. */
export function countCall(tallies: Map<string, Tally>, exchange: Exchange, { status, failure, isAfterRemoval }: Seen): number {
  const { operation, caller, delivered, appliedSteps, carriedOut } = exchange
  const isNatural = delivered === 'whole' && appliedSteps.length === 0
  const isWanted = isAnnounced(exchange, status)
  const key = caller.plan !== undefined ? 'valid' : (caller.key ?? caller.refusal?.digest) === undefined ? 'none' : 'wrong'
  const done = carriedOut ? (failure === undefined ? 'told' : 'untold') : undefined
  const name = `${operation} ${status} ${isNatural} ${isWanted} ${key} ${done} ${isAfterRemoval}`
  let tally = tallies.get(name)
  if (tally === undefined) {
    tally = { operation, status, isNatural, isAnnounced: isWanted, key, done, isAfterRemoval, calls: 0 }
    tallies.set(name, tally)
  }
  tally.calls += 1
  return tally.calls
}

/** The number of the calls that have these properties. */
export const sumCalls = (tallies: readonly Tally[], isMeant: (tally: Tally) => boolean = () => true) =>
  tallies.reduce((total, tally) => total + (isMeant(tally) ? tally.calls : 0), 0)
