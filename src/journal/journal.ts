// The journals: the last exchanges of each world, together with the exchanges under way. Each journal belongs to one
// session of its world.

import type { Exchange } from '../exchange/exchange.ts'
import { MemoryBudget } from '../exchange/memory-budget.ts'
import type { Observer } from '../exchange/observer.ts'
import { createLoopBudget, type WaitForBudget } from '../sockets/loop-budget.ts'
import type { ByteQueue } from './byte-queue.ts'
import { createEncoder, decode, numberOf } from './entry.ts'
import { Space } from './space.ts'

export interface Journals extends Required<Pick<Observer, 'began' | 'closed' | 'changed'>> {
  /** The bytes of all journals. */
  bytes(): number
  /** The exchanges that are under way. */
  underWay(): Iterable<Exchange>
  /** The worlds that have a journal. */
  worlds(): string[]
  /** The places of all exchanges of a world's session, or of all worlds, oldest first. Includes exchanges under way. */
  index(world?: string): Place[]
  /** The exchanges at these places, in order. Exchanges that were dropped in the meantime are left out. */
  read(places: readonly Place[]): JournalEntry[]
  /** Finds an exchange by its id, in a world's session or in all worlds. */
  find(id: string, world?: string): JournalEntry | undefined
  /** Resolves when it is time to read this many bytes, so that many searches at once do not delay requests. */
  readonly waitForBudget: WaitForBudget
  /** Drops the exchanges with these ids, of a world's session or of all worlds. Returns the ids that were there, by world. */
  forget(ids: readonly string[], world?: string): Map<string, string[]>
}

/** The place of an exchange, with about the number of its bytes. */
export interface Place {
  readonly world: string
  readonly number: number
  readonly bytes: number
}

/** An exchange with the decision of each answer. */
export interface JournalEntry extends Exchange {
  /** The decisions, in the order in which they were made. */
  readonly trace: readonly Decision[]
}

/** The decision about a request by one part of the sandbox. Each such part is called an answer. */
export interface Decision {
  /** The name of the answer, for example `rate-limit`. */
  readonly answer: string
  /** The question that the answer asks: `Does the limit allow the request?` */
  readonly asks: string
  /** The decision as a text for people: `41 of 60 left in the minute`. */
  readonly outcome: string
}

/** Adds the decisions to an exchange. The journey knows them. */
export type WithTrace = (exchange: Exchange) => JournalEntry

interface Journal {
  readonly session: number
  /** Exchanges under way. The key is the exchange's number. */
  readonly pending: Map<number, Exchange>
  entries: ByteQueue
}

export function createJournals(withTrace: WithTrace, memory = new MemoryBudget()): Journals {
  const journals = new Map<string, Journal>()
  const encode = createEncoder()
  const space = new Space(memory)

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
    waitForBudget: createLoopBudget(),
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
    index: (world) =>
      (world === undefined ? [...journals.keys()] : [world]).flatMap((name) => indexOf(name, journals.get(name))).sort(byNumber),
    read: (places) =>
      [...Map.groupBy(places, ({ world }) => world)]
        .flatMap(([world, own]) => readPlaces(journals.get(world), new Set(own.map(({ number }) => number))))
        .sort(byNumber)
        .map(withTrace),
    find(id, world) {
      const number = numberIn(id)
      for (const name of world === undefined ? journals.keys() : [world]) {
        const [found] = readPlaces(journals.get(name), new Set([number]))
        if (found?.id === id) return withTrace(found)
      }
      return undefined
    },
    forget(ids, world) {
      const gone = new Map<string, string[]>()
      for (const name of world === undefined ? journals.keys() : [world]) {
        const found = takeOut(journals.get(name), new Set(ids), space)
        if (found.length > 0) gone.set(name, found)
      }
      return gone
    },
  }
}

/** `req_<run>_<number>` */
const numberIn = (id: string) => Number(id.slice(id.lastIndexOf('_') + 1))

function indexOf(world: string, journal: Journal | undefined): Place[] {
  if (journal === undefined) return []
  const { entries, pending } = journal
  const closed = Array.from(entries, (entry) => ({ world, number: numberOf(entry), bytes: entry.length }))
  return [...closed, ...Array.from(pending.keys(), (number) => ({ world, number, bytes: PENDING_BYTES }))]
}

/** More bytes than most exchanges under way take. */
const PENDING_BYTES = 10_000

function readPlaces(journal: Journal | undefined, numbers: ReadonlySet<number>): Exchange[] {
  if (journal === undefined) return []
  const found: Exchange[] = []
  for (const entry of journal.entries) if (numbers.has(numberOf(entry))) found.push(decode(entry))
  for (const [number, exchange] of journal.pending) if (numbers.has(number)) found.push(structuredClone(exchange))
  return found
}

/** Takes the exchanges with these ids out of a journal. Returns the ids that were there. */
function takeOut(journal: Journal | undefined, ids: ReadonlySet<string>, space: Space): string[] {
  const found = readPlaces(journal, new Set(Array.from(ids, numberIn))).filter(({ id }) => ids.has(id))
  const gone = new Set(found.map(({ number }) => number))
  if (journal === undefined || gone.size === 0) return []
  journal.entries = space.filter(journal.entries, (entry) => !gone.has(numberOf(entry)))
  for (const number of gone) journal.pending.delete(number)
  return found.map(({ id }) => id)
}

const byNumber = (a: { readonly number: number }, b: { readonly number: number }) => a.number - b.number
