// Keeps the exchanges of the page, oldest first, and tells which of them the filter shows. The list is bounded, so that a tab may
// stay open all day.

import { computed, signal } from '@preact/signals'
import { type Entry, isUnderWay } from './entry.ts'

export type Matches = (entry: Entry) => boolean

export const MAX_ENTRIES = 10_000
const MAX_LETTERS = 64 * 1024 * 1024

export class EntryList {
  readonly all = signal<readonly Entry[]>([])
  /** The filter of the list. */
  readonly filter = signal<Matches>(() => true)
  /** Entries do not change, and a search in the texts of all of them takes long. So each is looked at once. */
  readonly #matched = computed(() => ({ by: this.filter.value, results: new WeakMap<Entry, boolean>() }))
  /** The matching entries, also those that a paused list does not show. */
  readonly matching = computed(() => this.all.value.filter((entry) => this.#isMatch(entry)))
  /** A paused list shows no entry with a higher number. */
  readonly #end = signal(Number.POSITIVE_INFINITY)
  readonly isPaused = computed(() => this.#end.value !== Number.POSITIVE_INFINITY)
  readonly shown = computed(() => this.matching.value.slice(0, placeOf(this.matching.value, this.#end.value + 1)))
  /** The number of the last entry that the sandbox had before it was started again. The sandbox does not have these entries any more. */
  readonly before = signal(0)
  /** A sandbox that was started again counts from 1 again. This is added to its numbers, so that its entries come last. */
  #offset = 0
  #letters = 0

  find(id: string): Entry | undefined {
    return this.all.value.find((entry) => entry.id === id)
  }

  /** Adds an entry, or replaces an older state of the same entry. */
  put(sent: Entry): void {
    const newest = this.all.value.at(-1)
    if (newest && runOf(newest) !== runOf(sent)) {
      this.before.value = newest.number
      this.#offset = newest.number
    }
    const entry = this.#offset === 0 ? sent : { ...sent, number: sent.number + this.#offset }
    const all = [...this.all.value]
    const at = placeOf(all, entry.number)
    const known = all[at]?.id === entry.id ? all[at] : undefined
    // The answer of an earlier read may arrive after the event, with an older state.
    if (known && isUnderWay(entry) && !isUnderWay(known)) return
    all.splice(at, known ? 1 : 0, entry)
    this.#letters += lettersOf(entry) - (known ? lettersOf(known) : 0)
    const excess = all.length > MAX_ENTRIES || this.#letters > MAX_LETTERS ? Math.ceil(all.length / 50) : 0
    for (const gone of all.splice(0, excess)) this.#letters -= lettersOf(gone)
    this.all.value = all
  }

  pause(isPaused: boolean): void {
    this.#end.value = isPaused ? (this.all.value.at(-1)?.number ?? 0) : Number.POSITIVE_INFINITY
  }

  remove(isGone: Matches): void {
    this.#keep(this.all.value.filter((entry) => !isGone(entry)))
  }

  /** Puts entries back that were taken. */
  putBack(entries: readonly Entry[]): void {
    this.#keep([...this.all.value, ...entries].sort((a, b) => a.number - b.number))
  }

  #keep(entries: readonly Entry[]): void {
    this.all.value = entries
    this.#letters = entries.reduce((sum, entry) => sum + lettersOf(entry), 0)
  }

  #isMatch(entry: Entry): boolean {
    const { by, results } = this.#matched.value
    const known = results.get(entry) ?? by(entry)
    results.set(entry, known)
    return known
  }
}

/** The index of the entry with this number, or the index to insert it. It looks from the end, because most entries come in order. */
export const placeOf = (entries: readonly Entry[], number: number) => entries.findLastIndex((entry) => entry.number < number) + 1

/** `req_<run>_<number>` */
const runOf = ({ id }: Entry) => id.split('_')[1]

const lettersOf = ({ request, reply }: Entry) => 2000 + (request.body?.text?.length ?? 0) + (reply?.body.text?.length ?? 0)
