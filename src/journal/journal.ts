// The journals: the last exchanges of each world, together with the exchanges under way. Each journal belongs to one
// session of its world.

import type { Exchange, JournalEntry } from '../../spec/control.ts'
import { MemoryBudget } from '../exchange/memory-budget.ts'
import type { Observer } from '../exchange/observer.ts'
import { createLoopBudget } from '../sockets/loop-budget.ts'
import { createEncoder, decode, numberOf } from './entry.ts'
import type { Matches } from './filter.ts'
import { type ByteQueue, Space } from './space.ts'

/** @internal */
export interface Journals extends Required<Pick<Observer, 'began' | 'closed' | 'changed'>> {
  /** The bytes of all journals. */
  bytes(): number
  /** The exchanges that are under way. */
  underWay(): Exchange[]
  /** The worlds that have a journal. */
  worlds(): string[]
  /**
   * The matching exchanges of a world's session, or of all worlds, oldest first. Includes exchanges under way. Reads in pieces, with
   * pauses, so that requests are served in between. Exchanges that are dropped during the search are left out.
   */
  search(world: string | undefined, matches: Matches): AsyncGenerator<JournalEntry[], void>
  /** Finds an exchange by its id, in a world's session or in all worlds. */
  find(id: string, world?: string): JournalEntry | undefined
  /** Drops the exchanges with these ids, of a world's session or of all worlds. Returns those that were there, by world. */
  forget(ids: readonly string[], world?: string): Map<string, Exchange[]>
}

/** Adds the decisions to an exchange. The journey knows them. */
export type WithTrace = (exchange: Exchange) => JournalEntry

interface Journal {
  readonly session: number
  /** Exchanges under way. The key is the exchange's number. */
  readonly pending: Map<number, Exchange>
  entries: ByteQueue
}

/** @internal */
export function createJournals(withTrace: WithTrace, memory = new MemoryBudget()): Journals {
  const journals = new Map<string, Journal>()
  const encode = createEncoder()
  const space = new Space(memory)
  const waitForBudget = createLoopBudget()

  /** The journal of the exchange's session. Undefined when that session has ended. */
  function journalOf({ world, session }: Exchange): Journal | undefined {
    const known = journals.get(world)
    if (known !== undefined && known.session >= session) return known.session === session ? known : undefined
    return open(world, session)
  }

  function open(world: string, session: number): Journal {
    drop(world)
    const journal = { session, pending: new Map<number, Exchange>(), entries: space.createQueue() }
    journals.set(world, journal)
    return journal
  }

  function drop(world: string): void {
    const journal = journals.get(world)
    if (journal) space.drop(journal.entries)
    journals.delete(world)
  }

  return {
    began(exchange) {
      journalOf(exchange)?.pending.set(exchange.number, exchange)
    },
    closed(exchange) {
      const journal = journals.get(exchange.world)
      if (journal?.session !== exchange.session) return
      // If the journal was cleared in the meantime, the exchange is no longer pending, and is not added.
      if (journal.pending.delete(exchange.number)) space.add(journal.entries, encode(exchange))
    },
    changed({ what, world, session }) {
      // The first exchanges of a new session may come before the news of the reset.
      if (what === 'journal' || (what === 'reset' && journals.get(world)?.session !== session)) open(world, session)
      else if (what === 'let-go' || what === 'deleted') drop(world)
    },
    bytes: () => space.bytes,
    underWay: () => [...journals.values()].flatMap(({ pending }) => [...pending.values()]),
    worlds: () => [...journals.keys()],
    async *search(world, matches) {
      for (const numbers of cut(choose(journals, world).flatMap(listPlaces).sort(byNumber))) {
        await waitForBudget(PIECE_BYTES)
        const found = read(choose(journals, world), numbers).filter((exchange) => matches(exchange))
        if (found.length > 0) yield found.map(withTrace)
      }
    },
    find(id, world) {
      const [found] = read(choose(journals, world), new Set([numberIn(id)]))
      return found?.id === id ? withTrace(found) : undefined
    },
    forget(ids, world) {
      const wanted = new Set(ids)
      const gone = read(choose(journals, world), new Set(ids.map(numberIn))).filter(({ id }) => wanted.has(id))
      const numbers = new Set(gone.map(({ number }) => number))
      const byWorld = Map.groupBy(gone, (exchange) => exchange.world)
      for (const journal of [...byWorld.keys()].flatMap((name) => choose(journals, name))) {
        const kept = [...journal.entries].filter((entry) => !numbers.has(numberOf(entry)))
        space.drop(journal.entries)
        journal.entries = space.createQueue()
        for (const entry of kept) space.add(journal.entries, entry)
        for (const number of numbers) journal.pending.delete(number)
      }
      return byWorld
    },
  }
}

/** The journal of a world, or all journals. */
const choose = (journals: ReadonlyMap<string, Journal>, world?: string): Journal[] =>
  world === undefined ? [...journals.values()] : [journals.get(world) ?? []].flat()

/** Copies of the exchanges with these numbers, oldest first. */
function read(journals: readonly Journal[], numbers: ReadonlySet<number>): Exchange[] {
  const found: Exchange[] = []
  for (const { entries, pending } of journals) {
    for (const entry of entries) if (numbers.has(numberOf(entry))) found.push(decode(entry))
    for (const [number, exchange] of pending) if (numbers.has(number)) found.push(structuredClone(exchange))
  }
  return found.sort(byNumber)
}

/** `req_<run>_<number>` */
const numberIn = (id: string) => Number(id.slice(id.lastIndexOf('_') + 1))

const byNumber = (a: { readonly number: number }, b: { readonly number: number }) => a.number - b.number

/** The number of an exchange in a journal, with about the number of its bytes. */
interface Place {
  readonly number: number
  readonly bytes: number
}

const listPlaces = ({ entries, pending }: Journal): Place[] => [
  ...Array.from(entries, (entry) => ({ number: numberOf(entry), bytes: entry.length })),
  ...Array.from(pending.keys(), (number) => ({ number, bytes: PENDING_BYTES })),
]

/** More bytes than most exchanges under way take. */
const PENDING_BYTES = 10_000

/** About this many bytes of the journal are decoded in one turn of the event loop, by all searches together. */
const PIECE_BYTES = 512 * 1024

function* cut(places: readonly Place[]): Generator<Set<number>, void> {
  let numbers = new Set<number>()
  let left = PIECE_BYTES
  for (const { number, bytes } of places) {
    numbers.add(number)
    left -= bytes
    if (left > 0) continue
    yield numbers
    numbers = new Set()
    left = PIECE_BYTES
  }
  yield numbers
}
