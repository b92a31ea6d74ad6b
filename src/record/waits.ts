// Waits until a number of exchanges has come, for tests of clients that send their requests on their own.

import { clearTimeout, setTimeout } from 'node:timers'
import { BOUNDS } from '../ground/bounds.ts'
import type { Exchange } from '../ground/generated/control.ts'
import { Problem } from '../ground/problem.ts'
import type { WorldChange } from '../worlds/world.ts'
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

export type Waits = ReturnType<typeof createWaits>

export function createWaits(journals: Pick<Journals, 'search'>, observers: Set<Observer>) {
  const waiting = new Set<Wait>()
  return {
    /** Resolves when enough matching exchanges have their reply or are over, or when the time is up. A wait goes on after a reset. */
    async wait(query: WaitQuery): Promise<void> {
      if (waiting.size >= BOUNDS.waits)
        throw new Problem('unavailable', `${BOUNDS.waits} calls already wait for requests: end some of them`)
      const one = createWait(query, journals)
      waiting.add(one)
      observers.add(one)
      const timer = setTimeout(one.end, query.seconds * 1000)
      void query.until?.then(one.end)
      try {
        await one.untilEnough()
      } finally {
        clearTimeout(timer)
        waiting.delete(one)
        observers.delete(one)
      }
    },
    close() {
      for (const { end } of waiting) end()
    },
  }
}

type Wait = ReturnType<typeof createWait>

function createWait({ world, matches, count }: WaitQuery, journals: Pick<Journals, 'search'>) {
  /** How many matching exchanges have come since the journal was last read, and how many must come before it is read again. */
  let [come, missing] = [0, 0]
  let isOver = false
  let wake = () => {}
  const concerns = (about: { readonly world: string }) => world === undefined || world === about.world
  const look = (exchange: Exchange) => void (concerns(exchange) && matches(exchange) && note(1))

  function note(exchanges: number): void {
    come += exchanges
    if (come >= missing) wake()
  }

  return {
    replied: look,
    // After the reply, the end adds nothing that a filter looks for.
    closed: (exchange: Exchange) => void (exchange.reply === undefined && look(exchange)),
    // Requests that were counted may be gone.
    changed: (change: WorldChange) => void (concerns(change) && note(Number.POSITIVE_INFINITY)),
    end() {
      isOver = true
      wake()
    },
    /** Only the journal knows which exchanges there are. It is read again when enough exchanges may have come. */
    async untilEnough(): Promise<void> {
      while (!isOver) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        come = 0
        missing = count
        for await (const found of journals.search(world, matches)) {
          missing -= found.filter(({ replied, closed }) => replied ?? closed).length
          if (missing <= 0 || isOver) return
        }
        if (come < missing) await promise
      }
    },
  }
}
