// The two files of one world: <world>.json and <world>.log. This file does not know their content. It knows their sizes, and
// refuses to touch files that somebody else has changed. Written means handed to the operating system, or also to the disk.

import { type FileHandle, rm, truncate } from 'node:fs/promises'
import { unreadable } from './damage.ts'
import { readPart, readRegular, sizeOf, writeAll, writeWhole } from './disk.ts'
import type { OpenLogs } from './open-logs.ts'

/** Shared by all worlds of one directory. */
export interface Shared {
  readonly logs: OpenLogs
  /** Limits how many tasks with open files run at once. */
  readonly gate: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Rejects when another sandbox may have the directory now. Undefined while this process surely has it. */
  readonly ensureLock: () => Promise<void> | undefined
  /** Whether each write waits for the disk. */
  readonly isDurable: boolean
}

export class WorldFiles {
  readonly snapshotFile: string
  readonly logFile: string
  readonly #shared: Shared
  /** The sizes that the files have, as far as this process knows. */
  #snapshotBytes: number | undefined
  #logBytes = 0
  /** Whether the log may hold more than `#logBytes`, from a write that failed. */
  #isTorn = false
  #isReplacing = false

  constructor(snapshotFile: string, logFile: string, shared: Shared) {
    this.snapshotFile = snapshotFile
    this.logFile = logFile
    this.#shared = shared
  }

  get snapshotBytes(): number | undefined {
    return this.#snapshotBytes
  }

  get logBytes(): number {
    return this.#logBytes
  }

  readSnapshot(): Promise<Buffer | undefined> {
    return this.#read(this.snapshotFile)
  }

  readLog(): Promise<Buffer | undefined> {
    return this.#read(this.logFile)
  }

  /** Must be called after reading. `good` bytes of the log are complete lines, and the others are cut off. */
  async accept(snapshot: Buffer, log: Buffer, good: number): Promise<void> {
    this.#snapshotBytes = snapshot.length
    this.#logBytes = good
    if (log.length > good) await this.#cutOff()
  }

  /** Adds text to the log. After a rejection the log is as before. */
  append(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    return this.#shared.logs.use(this.logFile, async (openLog) => {
      await this.#shared.ensureLock()
      this.#refuseForeign(false)
      // A log file is created with its first line. So an empty log file has lost its content.
      if (this.#logBytes === 0) await this.#create(this.logFile, [bytes])
      else await this.#appendTo(await openLog(), bytes)
      this.#logBytes += bytes.length
      this.#isTorn = false
    })
  }

  /** Writes the first snapshot of a world. After a rejection there is none. */
  async createSnapshot(chunks: Iterable<string>): Promise<void> {
    await this.#shared.ensureLock()
    this.#refuseForeign(false)
    await this.#shared.gate(() => this.#create(this.snapshotFile, chunks))
    this.#snapshotBytes = sizeOf(this.snapshotFile)
  }

  /** Replaces the snapshot, and then removes the first bytes of the log, because the new snapshot has their changes. */
  async replaceSnapshot(chunks: Iterable<string>, folded: number): Promise<void> {
    await this.#shared.ensureLock()
    this.#refuseForeign(true)
    this.#isReplacing = true
    try {
      await this.#shared.gate(() => writeWhole(this.snapshotFile, chunks, this.#shared.isDurable))
      this.#snapshotBytes = sizeOf(this.snapshotFile)
    } finally {
      this.#isReplacing = false
    }
    await this.#shared.logs.useClosed(this.logFile, () => this.#forget(folded))
  }

  async close(): Promise<void> {
    await this.#shared.logs.close(this.logFile)
    if (this.#isTorn) await this.#cutOff()
  }

  async #create(file: string, chunks: Iterable<string | Uint8Array>): Promise<void> {
    await writeWhole(file, chunks, this.#shared.isDurable).catch(async (error) => {
      await rm(file, { force: true }).catch(() => {})
      throw error
    })
  }

  async #appendTo(log: FileHandle, bytes: Buffer): Promise<void> {
    // The rest of a failed write is removed. Otherwise the next line would be joined to it, or the next start would find a
    // refused change.
    if (this.#isTorn) await log.truncate(this.#logBytes)
    this.#isTorn = true
    try {
      await writeAll(log, bytes)
      if (this.#shared.isDurable) await log.datasync()
    } catch (error) {
      await log.truncate(this.#logBytes).catch(() => {})
      throw error
    }
  }

  async #forget(bytes: number): Promise<void> {
    if (this.#logBytes === bytes) await rm(this.logFile, { force: true })
    else await writeWhole(this.logFile, [await readPart(this.logFile, bytes, this.#logBytes)], this.#shared.isDurable)
    this.#logBytes -= bytes
    this.#isTorn = false
  }

  /** Cuts off the rest of a failed or interrupted write. When that fails now, the next write tries again. */
  async #cutOff(): Promise<void> {
    this.#isTorn = true
    try {
      await this.#shared.ensureLock()
      this.#refuseForeign(false)
      if (this.#logBytes === 0) await rm(this.logFile, { force: true })
      else await truncate(this.logFile, this.#logBytes)
      this.#isTorn = false
    } catch {}
  }

  /**
   * Throws when the files are not as this process left them: acknowledged changes must be found at the next start, and
   * what others wrote must not be lost. A new snapshot holds all data, so missing files are no problem for it.
   */
  #refuseForeign(mayBeGone: boolean): void {
    const snapshot = sizeOf(this.snapshotFile)
    const log = sizeOf(this.logFile) ?? 0
    const isSnapshotGone = snapshot === undefined && this.#snapshotBytes !== undefined
    const isLogGone = log === 0 && this.#logBytes > 0
    if (!mayBeGone && isSnapshotGone) throw new Error(`${this.snapshotFile} was deleted while the sandbox was running`)
    if (!mayBeGone && isLogGone) throw new Error(`${this.logFile} was deleted while the sandbox was running`)
    if (!isSnapshotGone && !this.#isReplacing && snapshot !== this.#snapshotBytes) throw new Error(changed(this.snapshotFile))
    if (!isLogGone && (this.#isTorn ? log < this.#logBytes : log !== this.#logBytes)) throw new Error(changed(this.logFile))
  }

  #read(file: string): Promise<Buffer | undefined> {
    return this.#shared
      .gate(() => readRegular(file))
      .catch((error) => {
        throw unreadable(file, error)
      })
  }
}

const changed = (file: string) =>
  `${file} was changed by somebody else while the sandbox was running: restart the sandbox to use the changed file`
