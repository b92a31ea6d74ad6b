// Waits until a number of exchanges has come, for tests of clients that send their requests on their own.

import { clearTimeout, setTimeout } from 'node:timers'
import { Problem } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Observer, WorldChange } from '../exchange/observer.ts'
import { once } from '../text/once.ts'
import { type Matches, textsOf } from './filter.ts'
import type { Journals } from './journal.ts'

export interface Waits extends Required<Pick<Observer, 'isIdle' | 'replied' | 'closed' | 'changed'>> {
  /** Resolves when enough matching exchanges have their reply or are over, or when the time is up. A wait goes on after a reset. */
  wait(query: WaitQuery): Promise<void>
  /** Ends all waits. */
  close(): void
}

export interface WaitQuery {
  /** Without a world, the exchanges of all worlds count. */
  readonly world?: string | undefined
  readonly matches: Matches
  readonly count: number
  readonly seconds: number
  /** Ends the wait early. */
  readonly until?: Promise<unknown> | undefined
}

interface Waiting extends WaitQuery {
  /** The numbers of the exchanges that count. */
  readonly seen: Set<number>
  /** Whether the journal is being read now, and whether it was cleared in the meantime. */
  isReading: boolean
  isCleared: boolean
  readonly end: () => void
}

/** Changes after which requests that were counted may be gone. */
const REMOVALS: readonly WorldChange['what'][] = ['reset', 'journal', 'requests', 'let-go', 'deleted']

export function createWaits(journals: Journals): Waits {
  const waiting = new Set<Waiting>()

  function look(exchange: Exchange): void {
    const texts = once(() => textsOf(exchange))
    for (const one of waiting) {
      if ((one.world === undefined || one.world === exchange.world) && one.matches(exchange, texts)) count(one, exchange)
    }
  }

  /**
   * Counts the exchanges that are already in the journal. An exchange that comes during the search counts once, because
   * it has a number.
   */
  async function countKept(one: Waiting): Promise<void> {
    if (one.isReading) return
    one.isReading = true
    do {
      one.isCleared = false
      one.seen.clear()
      for await (const found of journals.search(one.world, one.matches)) {
        if (one.isCleared || !waiting.has(one)) break
        for (const exchange of found) if (exchange.replied || exchange.closed) count(one, exchange)
      }
    } while (one.isCleared && waiting.has(one))
    one.isReading = false
  }

  const waits = {
    isIdle: true,
    replied: look,
    // After the reply, the end changes nothing that a filter looks at.
    closed: (exchange: Exchange) => exchange.reply === undefined && look(exchange),
    changed({ what, world }: WorldChange) {
      if (!REMOVALS.includes(what)) return
      for (const one of waiting) {
        if (one.world !== undefined && one.world !== world) continue
        one.isCleared = true
        void countKept(one)
      }
    },
    async wait(query: WaitQuery) {
      if (waiting.size >= BOUNDS.waits)
        throw new Problem('unavailable', `${BOUNDS.waits} calls already wait for requests: end some of them`)
      const { promise, resolve } = Promise.withResolvers<void>()
      const one: Waiting = { ...query, seen: new Set(), isReading: false, isCleared: false, end: resolve }
      waiting.add(one)
      waits.isIdle = false
      const timer = setTimeout(resolve, query.seconds * 1000)
      void query.until?.then(() => resolve())
      try {
        void countKept(one)
        await promise
      } finally {
        clearTimeout(timer)
        waiting.delete(one)
        waits.isIdle = waiting.size === 0
      }
    },
    close() {
      for (const { end } of waiting) end()
    },
  }
  return waits
}

function count({ seen, count: wanted, end }: Waiting, { number }: Exchange): void {
  seen.add(number)
  if (seen.size >= wanted) end()
}
