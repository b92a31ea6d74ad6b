// The journals: the last exchanges of each world, bounded by count and bytes, within a bound that all share. Exchanges
// under way are listed, too. Where the shared space is used up, the world that needs more gives up its own oldest entries,
// if it holds more than its share, else the fullest world does: a busy world does not push out those of an idle one.

import type { Exchange } from '../exchange.ts'
import type { Observer } from '../observer.ts'
import { ByteQueue } from './byte-queue.ts'
import { decode, numberOf } from './decode.ts'
import { createEncoder } from './encode.ts'
import { type Decision, traceOf } from './trace.ts'

export const MAX_EXCHANGES = 1000
export const MAX_WORLD_BYTES = 8 * 1024 * 1024
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024

export interface Journals extends Required<Pick<Observer, 'began' | 'closed' | 'changed'>> {
  /** The exchanges of a world's session, oldest first; those under way as far as they came. */
  list(world: string): JournalEntry[]
  /** One exchange of a world's session, by its id. */
  find(world: string, id: string): JournalEntry | undefined
}

/** An exchange with what each answer decided. */
export interface JournalEntry extends Exchange {
  readonly trace: readonly Decision[]
}

interface Journal {
  readonly session: number
  /** Exchanges under way, by number. */
  readonly pending: Map<number, Exchange>
  readonly entries: ByteQueue
}

export function createJournals(): Journals {
  const journals = new Map<string, Journal>()
  const encode = createEncoder()
  let total = 0

  /** The journal of the exchange's session; undefined when that session is over. */
  function journalOf({ world, session }: Exchange): Journal | undefined {
    const known = journals.get(world)
    if (known !== undefined && known.session >= session) return known.session === session ? known : undefined
    return open(world, session)
  }

  function open(world: string, session: number): Journal {
    total -= journals.get(world)?.entries.bytes ?? 0
    const journal = { session, pending: new Map<number, Exchange>(), entries: new ByteQueue() }
    journals.set(world, journal)
    return journal
  }

  function add({ entries }: Journal, entry: Uint8Array): void {
    if (entries.count === MAX_EXCHANGES) entries.shift()
    while (entries.count > 0 && entries.bytes + entries.growthFor(entry.length) > MAX_WORLD_BYTES) shrink(entries)
    while (total + entries.growthFor(entry.length) > MAX_TOTAL_BYTES) shrink(findVictim(entries))
    const before = entries.bytes
    entries.push(entry)
    total += entries.bytes - before
  }

  function shrink(entries: ByteQueue): void {
    const before = entries.bytes
    entries.shrink()
    total += entries.bytes - before
  }

  /** Whose entries give way: its own, if it holds more than its share, else those of the fullest. */
  function findVictim(own: ByteQueue): ByteQueue {
    if (own.bytes > MAX_TOTAL_BYTES / journals.size) return own
    return [...journals.values()].map(({ entries }) => entries).reduce((a, b) => (b.bytes > a.bytes ? b : a))
  }

  return {
    began(exchange) {
      journalOf(exchange)?.pending.set(exchange.number, exchange)
    },
    closed(exchange) {
      const journal = journalOf(exchange)
      if (journal === undefined) return
      journal.pending.delete(exchange.number)
      add(journal, encode(exchange))
    },
    changed({ what, world, session }) {
      if (what === 'reset') open(world, session)
      if (what !== 'let-go') return
      total -= journals.get(world)?.entries.bytes ?? 0
      journals.delete(world)
    },
    list(world) {
      const { entries = [], pending = NOBODY } = journals.get(world) ?? {}
      return [...[...entries].map(decode), ...[...pending.values()].map((exchange) => structuredClone(exchange))]
        .sort((a, b) => a.number - b.number)
        .map(withTrace)
    },
    find(world, id) {
      const { entries = [], pending = NOBODY } = journals.get(world) ?? {}
      const number = Number(id.slice(id.lastIndexOf('_') + 1))
      const live = pending.get(number)
      const found = live ? structuredClone(live) : findEntry(entries, number)
      return found?.id === id ? withTrace(found) : undefined
    },
  }
}

const NOBODY: ReadonlyMap<number, Exchange> = new Map()

function findEntry(entries: Iterable<Uint8Array>, number: number): Exchange | undefined {
  for (const entry of entries) if (numberOf(entry) === number) return decode(entry)
  return undefined
}

const withTrace = (exchange: Exchange): JournalEntry => ({ ...exchange, trace: traceOf(exchange) })
