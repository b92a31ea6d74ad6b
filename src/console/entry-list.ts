// Keeps the exchanges of the page, oldest first, and tells which of them the filter shows. The list is bounded, so that a tab may
// stay open all day. Whoever reads it in a component renders again after each change.

import { signal } from '@preact/signals'
import { type Entry, isUnderWay } from './entry.ts'

export type Matches = (entry: Entry) => boolean

export const MAX_ENTRIES = 10_000
const MAX_LETTERS = 64 * 1024 * 1024

export class EntryList {
  #all: Entry[] = []
  /** Counts the changes. Every reader reads it, so that its component renders again. */
  readonly #changes = signal(0)
  #letters = 0
  #matches: Matches = () => true
  /** Whether an entry matches. Entries do not change, and a search in the texts of all of them takes long. */
  #matched = new WeakMap<Entry, boolean>()
  /** The matching entries; undefined after a change. */
  #matching: readonly Entry[] | undefined
  /** A paused list shows no entry with a higher number. */
  #end = Number.POSITIVE_INFINITY
  /** A sandbox that was started again counts from 1 again. This is added to its numbers, so that its entries come last. */
  #offset = 0
  /** The number of the last entry that the sandbox had before it was started again. */
  before = 0

  get all(): readonly Entry[] {
    this.#changes.value
    return this.#all
  }

  get isPaused(): boolean {
    this.#changes.value
    return this.#end !== Number.POSITIVE_INFINITY
  }

  /** The matching entries, also those that a paused list does not show. */
  get matching(): readonly Entry[] {
    this.#changes.value
    this.#matching ??= this.#all.filter((entry) => this.#isMatch(entry))
    return this.#matching
  }

  get shown(): readonly Entry[] {
    return this.isPaused ? this.matching.slice(0, placeOf(this.matching, this.#end + 1)) : this.matching
  }

  find(id: string): Entry | undefined {
    return this.all.find((entry) => entry.id === id)
  }

  /** Adds an entry, or replaces an older state of the same entry. */
  put(sent: Entry): void {
    const newest = this.#all.at(-1)
    if (newest && runOf(newest) !== runOf(sent)) {
      this.markBefore()
      this.#offset = this.before
    }
    const entry = this.#offset === 0 ? sent : { ...sent, number: sent.number + this.#offset }
    const at = placeOf(this.#all, entry.number)
    const known = this.#all[at]?.id === entry.id ? this.#all[at] : undefined
    // The answer of an earlier read may arrive after the event, with an older state.
    if (known && isUnderWay(entry) && !isUnderWay(known)) return
    this.#all.splice(at, known ? 1 : 0, entry)
    this.#letters += lettersOf(entry) - (known ? lettersOf(known) : 0)
    this.#bound()
    this.#change()
  }

  show(matches: Matches): void {
    this.#matches = matches
    this.#matched = new WeakMap()
    this.#change()
  }

  pause(isPaused: boolean): void {
    this.#end = isPaused ? (this.#all.at(-1)?.number ?? 0) : Number.POSITIVE_INFINITY
    this.#change()
  }

  /** Marks the entries of now as entries that the sandbox does not have any more. */
  markBefore(): void {
    this.before = this.#all.at(-1)?.number ?? 0
    this.#change()
  }

  remove(isGone: Matches): void {
    this.#keep(this.#all.filter((entry) => !isGone(entry)))
  }

  /** Puts entries back that were taken. */
  putBack(entries: readonly Entry[]): void {
    this.#keep([...this.#all, ...entries].sort((a, b) => a.number - b.number))
  }

  #keep(entries: Entry[]): void {
    this.#all = entries
    this.#letters = entries.reduce((sum, entry) => sum + lettersOf(entry), 0)
    this.#change()
  }

  #change(): void {
    this.#matching = undefined
    this.#changes.value += 1
  }

  #isMatch(entry: Entry): boolean {
    const known = this.#matched.get(entry) ?? this.#matches(entry)
    this.#matched.set(entry, known)
    return known
  }

  /** Drops the oldest entries, many at once, because removing the front of an array is slow. */
  #bound(): void {
    if (this.#all.length <= MAX_ENTRIES && this.#letters <= MAX_LETTERS) return
    for (const entry of this.#all.splice(0, Math.ceil(this.#all.length / 50))) this.#letters -= lettersOf(entry)
  }
}

/** The index of the entry with this number, or the index to insert it. It looks from the end, because most entries come in order. */
export const placeOf = (entries: readonly Entry[], number: number) => entries.findLastIndex((entry) => entry.number < number) + 1

/** `req_<run>_<number>` */
const runOf = ({ id }: Entry) => id.split('_')[1]

const lettersOf = ({ request, reply }: Entry) => 2000 + (request.body?.text?.length ?? 0) + (reply?.body.text?.length ?? 0)
