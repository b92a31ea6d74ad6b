// Waits until a number of exchanges has come, for tests of clients that send their requests on their own.

import { clearTimeout, setTimeout } from 'node:timers'
import { BOUNDS } from '../ground/bounds.ts'
import type { Exchange } from '../ground/generated/control.ts'
import { Problem } from '../ground/problem.ts'
import type { Matches } from './filter.ts'
import type { Journals } from './journals.ts'
import type { Observer } from './observer.ts'

export interface WaitQuery {
  /** Without a world, the exchanges of all worlds count. */
  readonly world?: string | undefined
  readonly matches: Matches
  readonly count: number
  readonly seconds: number
  readonly until?: Promise<unknown> | undefined
}

/** A wait is an observer, as long as it lasts. */
interface Waiting extends WaitQuery, Observer {
  /** How many matching exchanges have come since the journal was last read, and how many must come before it is read again. */
  come: number
  missing: number
  isOver: boolean
  wake: () => void
}

export type Waits = ReturnType<typeof createWaits>

export function createWaits(journals: Pick<Journals, 'search'>, observers: Set<Observer>) {
  const waiting = new Set<Waiting>()
  return {
    /** Resolves when enough matching exchanges have their reply or are over, or when the time is up. A wait goes on after a reset. */
    async wait(query: WaitQuery): Promise<void> {
      if (waiting.size >= BOUNDS.waits)
        throw new Problem('unavailable', `${BOUNDS.waits} calls already wait for requests: end some of them`)
      const one = createWaiting(query)
      waiting.add(one)
      observers.add(one)
      const timer = setTimeout(end, query.seconds * 1000, one)
      void query.until?.then(() => end(one))
      try {
        await untilEnough(one, journals)
      } finally {
        clearTimeout(timer)
        waiting.delete(one)
        observers.delete(one)
      }
    },
    close: () => waiting.forEach(end),
  }
}

function createWaiting(query: WaitQuery): Waiting {
  const concerns = ({ world }: { readonly world: string }) => query.world === undefined || query.world === world
  const look = (exchange: Exchange) => void (concerns(exchange) && query.matches(exchange) && note(one, 1))
  const one: Waiting = {
    ...query,
    come: 0,
    missing: 0,
    isOver: false,
    wake: () => {},
    replied: look,
    // After the reply, the end changes nothing that a filter looks at.
    closed: (exchange) => void (exchange.reply === undefined && look(exchange)),
    // Requests that were counted may be gone.
    changed: (change) => void (concerns(change) && note(one, Number.POSITIVE_INFINITY)),
  }
  return one
}

function note(one: Waiting, exchanges: number): void {
  one.come += exchanges
  if (one.come >= one.missing) one.wake()
}

function end(one: Waiting): void {
  one.isOver = true
  one.wake()
}

/** Only the journal knows which exchanges there are. It is read again when enough exchanges may have come. */
async function untilEnough(one: Waiting, journals: Pick<Journals, 'search'>): Promise<void> {
  while (!one.isOver) {
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(one, { come: 0, missing: one.count, wake: resolve })
    for await (const found of journals.search(one.world, one.matches)) {
      one.missing -= found.filter(({ replied, closed }) => replied ?? closed).length
      if (one.missing <= 0 || one.isOver) return
    }
    if (one.come < one.missing) await promise
  }
}
