// The log files that are open at the moment. A process has few descriptors and may keep thousands of worlds, so only
// some logs stay open; the one that was used longest ago is closed for another.

import { type FileHandle, open } from 'node:fs/promises'

/** A place for one open file, which one task uses at a time. */
interface Slot {
  readonly file: string
  handle?: FileHandle
  isBusy: boolean
  /** Those who wait for this file. */
  readonly waiting: (() => void)[]
}

/** Hands out the file, opened for appending, and made if need be. */
export type OpenFile = () => Promise<FileHandle>

export class OpenLogs {
  readonly #limit: number
  /** In the order of their last use. */
  readonly #slots = new Map<string, Slot>()
  /** Those who wait for any slot. */
  readonly #waiting: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Works on a log, alone. Afterwards the file stays open for the next time, unless the work failed. */
  async use<Result>(file: string, work: (openFile: OpenFile) => Promise<Result>): Promise<Result> {
    const slot = await this.#take(file)
    try {
      const result = await work(async () => (slot.handle ??= await open(file, 'a+')))
      this.#giveBack(slot)
      return result
    } catch (error) {
      await this.#drop(slot)
      throw error
    }
  }

  /** Works on the closed file of a log, alone, as to remove it. */
  async useClosed<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
    const slot = await this.#take(file)
    try {
      await close(slot)
      return await work()
    } finally {
      await this.#drop(slot)
    }
  }

  /** Closes the file of a log, if it is open. */
  async close(file: string): Promise<void> {
    if (this.#slots.has(file)) await this.useClosed(file, async () => {})
  }

  async #take(file: string): Promise<Slot> {
    for (;;) {
      const known = this.#slots.get(file)
      if (known?.isBusy) await new Promise<void>((resolve) => known.waiting.push(resolve))
      else if (known) return this.#occupy(known)
      else if (this.#slots.size < this.#limit) return this.#occupy({ file, isBusy: true, waiting: [] })
      else await this.#makeRoom()
    }
  }

  #occupy(slot: Slot): Slot {
    slot.isBusy = true
    this.#slots.delete(slot.file)
    this.#slots.set(slot.file, slot)
    return slot
  }

  /** Closes the file that was used longest ago; while all are busy, waits for one. */
  async #makeRoom(): Promise<void> {
    for (const slot of this.#slots.values()) {
      if (slot.isBusy) continue
      slot.isBusy = true
      return this.#drop(slot)
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async #drop(slot: Slot): Promise<void> {
    await close(slot)
    this.#slots.delete(slot.file)
    for (const wake of slot.waiting) wake()
    this.#waiting.shift()?.()
  }

  /** Whoever is woken looks again, and gives a slot back in the end, so that the next one is woken. */
  #giveBack(slot: Slot): void {
    slot.isBusy = false
    const next = slot.waiting.shift() ?? this.#waiting.shift()
    next?.()
  }
}

/** What was written is with the operating system already: a close that fails loses nothing. */
async function close(slot: Slot): Promise<void> {
  const { handle } = slot
  delete slot.handle
  await handle?.close().catch(() => {})
}
