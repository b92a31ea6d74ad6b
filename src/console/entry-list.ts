// The exchanges of the page, oldest first, and which of them the filter shows. Bounded, so that a tab may stay open all day.

import { computed, signal } from '@preact/signals'
import { type Entry, isUnderWay } from './entry.ts'

export type Matches = (entry: Entry) => boolean

export const MAX_ENTRIES = 10_000
const MAX_LETTERS = 64 * 1024 * 1024

export class EntryList {
  readonly all = signal<readonly Entry[]>([])
  readonly filter = signal<Matches>(() => true)
  readonly shown = computed(() => this.all.value.filter(this.filter.value))
  #letters = 0

  find(id: string): Entry | undefined {
    return this.all.value.find((entry) => entry.id === id)
  }

  /** Adds an entry, or replaces an older state of the same entry. */
  put(entry: Entry): void {
    // A sandbox that was started again does not have the older entries.
    if (runOf(this.all.value[0] ?? entry) !== runOf(entry)) this.remove(() => true)
    const all = [...this.all.value]
    const at = placeOf(all, entry.number)
    const known = all[at]?.id === entry.id ? all[at] : undefined
    // An earlier read may end after the event, with an older state.
    if (known && isUnderWay(entry) && !isUnderWay(known)) return
    all.splice(at, known ? 1 : 0, entry)
    this.#letters += lettersOf(entry) - (known ? lettersOf(known) : 0)
    const excess = all.length > MAX_ENTRIES || this.#letters > MAX_LETTERS ? Math.ceil(all.length / 50) : 0
    for (const gone of all.splice(0, excess)) this.#letters -= lettersOf(gone)
    this.all.value = all
  }

  remove(isGone: Matches): void {
    this.all.value = this.all.value.filter((entry) => !isGone(entry))
    this.#letters = this.all.value.reduce((sum, entry) => sum + lettersOf(entry), 0)
  }
}

/** The index of the entry with this number, or where to insert it. Looks from the end, because most entries come in order. */
export const placeOf = (entries: readonly Entry[], number: number) => entries.findLastIndex((entry) => entry.number < number) + 1

/** `req_<run>_<number>` */
const runOf = ({ id }: Entry) => id.split('_')[1]

const lettersOf = ({ request, reply }: Entry) => 2000 + (request.body?.text?.length ?? 0) + (reply?.body.text?.length ?? 0)
