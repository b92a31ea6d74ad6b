// The exchanges that the page has, oldest first, and those of them that the filter shows. Bounded, so that a tab may stay
// open all day. Nothing here is rendered.

import { type Entry, isUnderWay } from './entry.ts'

export type Matches = (entry: Entry) => boolean

export const MAX_ENTRIES = 10_000
const MAX_LETTERS = 64 * 1024 * 1024

export class EntryList {
  #all: Entry[] = []
  #shown: Entry[] = []
  #letters = 0
  #matches: Matches = () => true
  /** Entries that came while the list stands still are not shown. */
  #isStill = false
  /** How many entries wait for the list to move again. */
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

  /** Adds an entry, or puts it in the place of an older state of it. Returns whether it is new, and shown. */
  put(entry: Entry): boolean {
    const newest = this.#all.at(-1)
    // Another run of the sandbox counts from 1 again.
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

  /** Forgets the entries of a world, or all. */
  clear(world?: string): void {
    this.#all = world === undefined ? [] : this.#all.filter((entry) => entry.world !== world)
    this.#letters = this.#all.reduce((sum, entry) => sum + lettersOf(entry), 0)
    this.show(this.#matches)
  }

  #replace(at: number, known: Entry, entry: Entry): false {
    // A list that was asked for earlier may arrive later than the event.
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

  /** Drops the oldest, many at once, because the front of an array is dear. */
  #bound(): void {
    if (this.#all.length <= MAX_ENTRIES && this.#letters <= MAX_LETTERS) return
    const gone = this.#all.splice(0, Math.ceil(this.#all.length / 50))
    for (const entry of gone) this.#letters -= lettersOf(entry)
    const last = gone.at(-1)?.number ?? 0
    this.#shown.splice(0, placeOf(this.#shown, last + 1))
  }
}

/** The index of the entry of this number, or where it belongs. The end is tried first: entries mostly come in order. */
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
