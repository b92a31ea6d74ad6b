// The waits between tries that a reply asked for. The client honoured such a wait, or it came back early.

import { elapsed } from '../../exchange/moment.ts'
import type { Fact } from './fact.ts'
import type { Ask } from './retry-after.ts'
import { pairsOf, type Run } from './signs.ts'

export interface Wait {
  readonly run: Run
  readonly from: Fact
  readonly to: Fact
  readonly asked: Ask
  /** Milliseconds from the first byte of the reply to the next try: the longer of real and world time. */
  readonly elapsed: number
  /** The same in real time: the client made this wait, and not a test that moved the clock. */
  readonly real: number
  readonly isEarly: boolean
}

export const findWaits = (runs: readonly Run[]): Wait[] =>
  runs.flatMap((run) =>
    pairsOf(run).flatMap(({ from, to }) => {
      const { asked, replied } = from
      if (asked === undefined || replied === undefined) return []
      const passed = elapsed(replied, to.arrived)
      // The real rate limit served the call, so the client was not early.
      const isServed = from.count.verdict !== 'served' && to.count.verdict === 'served'
      const real = to.arrived.monotonic - replied.monotonic
      return [{ run, from, to, asked, elapsed: passed, real, isEarly: !isServed && passed < asked.least }]
    }),
  )

/** Waits that show something: certain tries that waited long enough in real time, after an error that the test did not announce. */
export const shownWaits = (waits: readonly Wait[]) =>
  waits.filter(
    ({ run, from, isEarly, real, asked }) =>
      run.confidence === 'certain' && !isEarly && !from.isExpected && asked.seconds > 0 && real >= asked.least,
  )

/** Shorter differences may come from a busy machine. */
const MIN_DIFFERENCE_MS = 500

/**
 * True when two waits differ by at least half of the difference between the waits that the replies asked for. A fixed wait does not
 * show that a client reads Retry-After.
 */
export const differAsAsked = (waits: readonly Wait[]) =>
  waits.some((one) =>
    waits.some(({ asked, real }) => {
      const difference = (asked.seconds - one.asked.seconds) * 1000
      return difference >= MIN_DIFFERENCE_MS && real - one.real >= difference / 2
    }),
  )
