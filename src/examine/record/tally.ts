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
  calls: number
}

/** Counts a call that has ended, and returns how many of its kind there are. Every call comes here, and there are few kinds. */
export function countCall(tallies: Tally[], exchange: Exchange, { status, failure }: Pick<Fact, 'status' | 'failure'>): number {
  const { operation, caller, delivered, appliedSteps, carriedOut } = exchange
  const isNatural = delivered === 'whole' && appliedSteps.length === 0
  const isWanted = isAnnounced(exchange, status)
  const key = caller.plan !== undefined ? 'valid' : (caller.key ?? caller.refusal?.digest) === undefined ? 'none' : 'wrong'
  const done = carriedOut ? (failure === undefined ? 'told' : 'untold') : undefined
  for (const one of tallies) {
    if (one.operation !== operation || one.status !== status || one.key !== key || one.done !== done) continue
    if (one.isNatural === isNatural && one.isAnnounced === isWanted) return ++one.calls
  }
  tallies.push({ operation, status, isNatural, isAnnounced: isWanted, key, done, calls: 1 })
  return 1
}

/** The number of the calls that have these properties. */
export const sumCalls = (tallies: readonly Tally[], isMeant: (tally: Tally) => boolean = () => true) =>
  tallies.reduce((total, tally) => total + (isMeant(tally) ? tally.calls : 0), 0)
