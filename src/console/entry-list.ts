// Keeps the exchanges of the page, oldest first, and the exchanges that the filter shows. The list is bounded, so that a tab may
// stay open all day. Other files render it.

import { causeOf, type Entry, isUnderWay } from './entry.ts'

export type Matches = (entry: Entry) => boolean

export const MAX_ENTRIES = 10_000
const MAX_LETTERS = 64 * 1024 * 1024
const MAX_CHOICES = 1000

export class EntryList {
  #all: Entry[] = []
  #shown: Entry[] = []
  #letters = 0
  #matches: Matches = () => true
  /** While the list is paused, new entries are not shown. */
  #isStill = false
  /** A sandbox that was started again counts from 1 again. This is added to its numbers, so that its entries come last. */
  #offset = 0
  /** The number of new entries that are not shown because the list is paused. */
  waiting = 0
  /** The number of the last entry that the sandbox had before it was started again. */
  before = 0
  /** The causes, worlds and test cases that have come, for the choices of the filter. */
  readonly met = { cause: new Set<string>(), world: new Set<string>(), case: new Set<string>() }

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
  put(sent: Entry): boolean {
    const newest = this.#all.at(-1)
    if (newest && runOf(newest) !== runOf(sent)) {
      this.markBefore()
      this.#offset = this.before
    }
    const entry = this.#offset === 0 ? sent : { ...sent, number: sent.number + this.#offset }
    const at = placeOf(this.#all, entry.number)
    const known = this.#all[at]
    if (known?.id === entry.id) return this.#replace(at, known, entry)
    this.#all.splice(at, 0, entry)
    this.#letters += lettersOf(entry)
    this.#note(entry)
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

  /** Marks the entries of now as entries that the sandbox does not have any more. */
  markBefore(): void {
    this.before = this.#all.at(-1)?.number ?? 0
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
    this.show(this.#matches)
  }

  #replace(at: number, known: Entry, entry: Entry): false {
    // The answer of an earlier read may arrive after the event, with an older state.
    if (isUnderWay(entry) && !isUnderWay(known)) return false
    this.#all[at] = entry
    this.#letters += lettersOf(entry) - lettersOf(known)
    this.#note(entry)
    const place = placeOf(this.#shown, entry.number)
    if (this.#shown[place]?.id !== entry.id) {
      if (!this.#isStill && this.#matches(entry)) this.#shown.splice(place, 0, entry)
    } else if (this.#matches(entry)) this.#shown[place] = entry
    else this.#shown.splice(place, 1)
    return false
  }

  #note(entry: Entry): void {
    const { cause, world, case: cases } = this.met
    cause.add(causeOf(entry))
    if (world.size < MAX_CHOICES) world.add(entry.world)
    if (entry.testCase && cases.size < MAX_CHOICES) cases.add(entry.testCase.name)
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
