// The journals of all worlds. When their memory is used up, the largest journal drops its oldest entries, so that a busy world does not
// push out those of an idle one.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { BOUNDS } from '../ground/bounds.ts'
import type { Exchange, JournalEntry } from '../ground/generated/control.ts'
import type { WorldChange } from '../worlds/world.ts'
import { createEncoder } from './entry.ts'
import type { Matches } from './filter.ts'
import { Journal } from './journal.ts'
import type { Observer } from './observer.ts'

/** Adds the decisions of the journey to an exchange. */
export type WithTrace = (exchange: Exchange) => JournalEntry

/** A search decodes about this many bytes of the journals in one turn of the event loop. */
const PIECE_BYTES = 512 * 1024

/** @internal */
export class Journals implements Required<Pick<Observer, 'began' | 'closed' | 'changed'>> {
  readonly #withTrace: WithTrace
  readonly #byWorld = new Map<string, Journal>()
  readonly #encode = createEncoder()

  constructor(withTrace: WithTrace) {
    this.#withTrace = withTrace
  }

  began(exchange: Exchange): void {
    const { world, session } = exchange
    const known = this.#byWorld.get(world)
    const journal = known !== undefined && known.session >= session ? known : this.#open(world, session)
    // The session of the exchange may have ended.
    if (journal.session === session) journal.pending.push(exchange)
  }

  closed(exchange: Exchange): void {
    const journal = this.#byWorld.get(exchange.world)
    const at = journal?.pending.lastIndexOf(exchange) ?? -1
    // When the journal was cleared in the meantime, the exchange is not added.
    if (journal === undefined || at === -1) return
    journal.pending.splice(at, 1)
    const entry = this.#encode(exchange)
    if (journal.count === BOUNDS.exchanges) journal.shift()
    if (!journal.push(entry)) this.#makeRoom(journal, entry)
  }

  changed({ what, world, session }: WorldChange): void {
    // `began` of a new session may come before `changed` with `reset`.
    if (what === 'journal' || (what === 'reset' && this.#byWorld.get(world)?.session !== session)) this.#open(world, session)
    else if (what === 'unloaded' || what === 'deleted') this.#byWorld.delete(world)
  }

  #open(world: string, session: number): Journal {
    const journal = new Journal(session)
    this.#byWorld.set(world, journal)
    return journal
  }

  get bytes(): number {
    return this.#choose().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  underWay(): Exchange[] {
    return this.#choose().flatMap(({ pending }) => pending)
  }

  worlds(): string[] {
    return [...this.#byWorld.keys()]
  }

  /**
   * The matching exchanges of a world's session, or of all worlds, oldest first, also those under way. Reads in pieces, so that requests
   * are served in between. Leaves out exchanges that are dropped meanwhile.
   */
  async *search(world: string | undefined, matches: Matches): AsyncGenerator<JournalEntry[], void> {
    const sizes = this.#choose(world).flatMap((journal) => journal.sizes())
    let total = 0
    const pieces = Map.groupBy(sizes.sort(byNumber), ({ bytes }) => {
      total += bytes
      return Math.floor(total / PIECE_BYTES)
    })
    for (const piece of pieces.values()) {
      await nextTurn()
      const numbers = piece.map(({ number }) => number)
      const found = this.#read(world, numbers).filter((exchange) => matches(exchange))
      if (found.length > 0) yield found.map(this.#withTrace)
    }
  }

  find(id: string, world?: string): JournalEntry | undefined {
    const [found] = this.#read(world, [numberIn(id)])
    return found?.id === id ? this.#withTrace(found) : undefined
  }

  /** Drops exchanges of a world's session, or of all worlds. Returns those that were there, by world. */
  forget(ids: readonly string[], world?: string): Map<string, Exchange[]> {
    const wanted = new Set(ids)
    const gone = this.#read(world, ids.map(numberIn)).filter(({ id }) => wanted.has(id))
    const byWorld = Map.groupBy(gone, (exchange) => exchange.world)
    for (const [name, exchanges] of byWorld) this.#byWorld.get(name)?.erase(new Set(exchanges.map(({ number }) => number)))
    return byWorld
  }

  #choose(world?: string): Journal[] {
    return world === undefined ? [...this.#byWorld.values()] : [this.#byWorld.get(world) ?? []].flat()
  }

  /** Copies, oldest first. */
  #read(world: string | undefined, numbers: readonly number[]): Exchange[] {
    const wanted = new Set(numbers)
    return this.#choose(world)
      .flatMap((journal) => journal.read(wanted))
      .sort(byNumber)
  }

  /** Adds an entry to a new segment. Drops older entries if the bytes are used up. */
  #makeRoom(journal: Journal, entry: Uint8Array): void {
    const growth = () => journal.growthFor(entry.length)
    while (journal.count > 0 && journal.bytes + growth() > BOUNDS.journalBytes) journal.shrink()
    while (this.bytes + growth() > BOUNDS.journalsBytes) {
      const largest = this.#choose().reduce((one, other) => (other.bytes > one.bytes ? other : one))
      largest.shrink()
    }
    journal.grow(growth())
    journal.push(entry)
  }
}

/** `req_<run>_<number>` */
const numberIn = (id: string) => Number(id.slice(id.lastIndexOf('_') + 1))

const byNumber = (a: { readonly number: number }, b: { readonly number: number }) => a.number - b.number
