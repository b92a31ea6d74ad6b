// Log files that are open at the moment. A process has few descriptors and may keep thousands of worlds, so only some logs
// stay open. The log with the oldest last use is closed first.

import { type FileHandle, open } from 'node:fs/promises'

/** A place for one open file. Only one task at a time uses it. */
interface Slot {
  readonly file: string
  handle?: FileHandle
  isBusy: boolean
  /** Tasks that wait for this file. */
  readonly waiting: (() => void)[]
}

/** Returns the file, opened for appending. Creates the file if needed. */
export type OpenFile = () => Promise<FileHandle>

export class OpenLogs {
  readonly #limit: number
  /** The slots in the order of their last use. */
  readonly #slots = new Map<string, Slot>()
  /** Tasks that wait for any slot. */
  readonly #waiting: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Gives one task the log alone. The file stays open for the next task, unless this task fails. */
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

  /** Closes the log's file and gives one task the log alone, for example to remove the file. */
  async useClosed<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
    const slot = await this.#take(file)
    try {
      await close(slot)
      return await work()
    } finally {
      await this.#drop(slot)
    }
  }

  /** Closes the log's file if it is open. */
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

  /** Closes the file with the oldest last use. When all files are busy, waits for a free slot. */
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

  /** Wakes one waiting task. That task checks the slots again, and later gives back a slot itself, which wakes the next task. */
  #giveBack(slot: Slot): void {
    slot.isBusy = false
    const next = slot.waiting.shift() ?? this.#waiting.shift()
    next?.()
  }
}

/** The operating system already has all written bytes, so a failing close loses nothing. */
async function close(slot: Slot): Promise<void> {
  const { handle } = slot
  delete slot.handle
  await handle?.close().catch(() => {})
}
