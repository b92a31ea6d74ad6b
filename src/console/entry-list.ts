// Keeps the exchanges of the page, oldest first, and the exchanges that the filter shows. The list is bounded, so that a tab may
// stay open all day. Other files render it.

import { type Entry, isUnderWay } from './entry.ts'

export type Matches = (entry: Entry) => boolean

export const MAX_ENTRIES = 10_000
const MAX_LETTERS = 64 * 1024 * 1024

export class EntryList {
  #all: Entry[] = []
  #shown: Entry[] = []
  #letters = 0
  #matches: Matches = () => true
  /** While the list is paused, new entries are not shown. */
  #isStill = false
  /** The number of new entries that are not shown because the list is paused. */
  waiting = 0

  get all(): readonly Entry[] {
    return this.#all
  }

  get shown(): readonly Entry[] {
    return this.#shown
  }

  find(id: string): Entry | undefined {
    return this.#all.find((entry) => entry.id === id)
  }

  /** Adds an entry, or replaces an older state of the same entry. Returns true for a new entry that is shown. */
  put(entry: Entry): boolean {
    const newest = this.#all.at(-1)
    // The sandbox was started again, and counts from 1 again.
    if (newest && runOf(newest) !== runOf(entry)) this.clear()
    const at = placeOf(this.#all, entry.number)
    const known = this.#all[at]
    if (known?.id === entry.id) return this.#replace(at, known, entry)
    this.#all.splice(at, 0, entry)
    this.#letters += lettersOf(entry)
    const isShown = this.#matches(entry)
    if (isShown && this.#isStill) this.waiting += 1
    else if (isShown) this.#shown.splice(placeOf(this.#shown, entry.number), 0, entry)
    this.#bound()
    return isShown && !this.#isStill
  }

  show(matches: Matches): void {
    this.#matches = matches
    this.#shown = this.#all.filter(matches)
    this.waiting = 0
  }

  stand(isStill: boolean): void {
    this.#isStill = isStill
    if (!isStill) this.show(this.#matches)
  }

  /** Removes the entries of a world, or all entries. */
  clear(world?: string): void {
    this.#all = world === undefined ? [] : this.#all.filter((entry) => entry.world !== world)
    this.#letters = this.#all.reduce((sum, entry) => sum + lettersOf(entry), 0)
    this.show(this.#matches)
  }

  #replace(at: number, known: Entry, entry: Entry): false {
    // The answer of an earlier read may arrive after the event, with an older state.
    if (isUnderWay(entry) && !isUnderWay(known)) return false
    this.#all[at] = entry
    this.#letters += lettersOf(entry) - lettersOf(known)
    const place = placeOf(this.#shown, entry.number)
    if (this.#shown[place]?.id !== entry.id) {
      if (!this.#isStill && this.#matches(entry)) this.#shown.splice(place, 0, entry)
    } else if (this.#matches(entry)) this.#shown[place] = entry
    else this.#shown.splice(place, 1)
    return false
  }

  /** Drops the oldest entries, many at once, because removing the front of an array is slow. */
  #bound(): void {
    if (this.#all.length <= MAX_ENTRIES && this.#letters <= MAX_LETTERS) return
    const gone = this.#all.splice(0, Math.ceil(this.#all.length / 50))
    for (const entry of gone) this.#letters -= lettersOf(entry)
    const last = gone.at(-1)?.number ?? 0
    this.#shown.splice(0, placeOf(this.#shown, last + 1))
  }
}

/** The index of the entry with this number, or the index to insert it. It looks at the end first, because most entries come in order. */
export function placeOf(entries: readonly Entry[], number: number): number {
  let low = 0
  let high = entries.length
  if ((entries[high - 1]?.number ?? -1) < number) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle] as Entry).number < number) low = middle + 1
    else high = middle
  }
  return low
}

/** `req_<run>_<number>` */
const runOf = ({ id }: Entry) => id.split('_')[1]

const lettersOf = ({ request, reply }: Entry) => 2000 + (request.body?.text?.length ?? 0) + (reply?.body.text?.length ?? 0)
