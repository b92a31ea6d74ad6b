// The two files of one world: <world>.json and <world>.log. This file does not know their content. It knows their sizes, and
// refuses to touch files that somebody else has changed. Written means handed to the operating system, or also to the disk.

import { readFile, rm, truncate } from 'node:fs/promises'
import { refuseIrregular } from '../../ground/regular-file.ts'
import { createGate, putInPlace, statOf, writeBehind, writeBeside, writeWhole } from './disk.ts'
import { unreadable } from './store.ts'

/** Shared by all worlds of one directory. */
export interface Shared {
  /** Limits how many tasks with open files run at once. */
  readonly gate: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Throws when another sandbox may have the directory now. */
  readonly ensureLock: () => void
  /** Whether each write waits for the disk. */
  readonly isDurable: boolean
}

export class WorldFiles {
  readonly snapshotFile: string
  readonly logFile: string
  readonly #shared: Shared
  /** The sizes that the files have, as far as this process knows. A file that is missing has 0 bytes. */
  snapshotBytes = 0
  logBytes = 0
  /** Whether the log may hold more than `logBytes`, from a write that failed. */
  #isTorn = false
  /** The tasks that change the files run one after the other. */
  readonly #inTurn = createGate(1)

  constructor(snapshotFile: string, logFile: string, shared: Shared) {
    this.snapshotFile = snapshotFile
    this.logFile = logFile
    this.#shared = shared
  }

  /** The bytes of both files; undefined for a file that is missing. */
  async read(): Promise<[snapshot: Buffer | undefined, log: Buffer | undefined]> {
    const read = (file: string) =>
      this.#shared
        .gate(async () => {
          const found = statOf(file)
          if (found === undefined) return undefined
          refuseIrregular(found)
          return readFile(file)
        })
        .catch((error) => {
          throw unreadable(file, error)
        })
    return [await read(this.snapshotFile), await read(this.logFile)]
  }

  /** Must be called after reading. Only the first `logBytes` of the log are complete lines. The others are cut off. */
  async accept(snapshotBytes: number, logBytes: number, isTorn: boolean): Promise<void> {
    this.snapshotBytes = snapshotBytes
    this.logBytes = logBytes
    this.#isTorn = isTorn
    await this.close()
  }

  /** Adds text to the log. After a rejection the log is as before. */
  append(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    return this.#change(false, async () => {
      this.#isTorn = true
      // A log file is created with its first line. So an empty log file has lost its content.
      if (this.logBytes === 0) await writeWhole(this.logFile, bytes, this.#shared.isDurable)
      else await writeBehind(this.logFile, this.logBytes, bytes, this.#shared.isDurable)
      this.#isTorn = false
      this.logBytes += bytes.length
    })
  }

  /**
   * Replaces the snapshot, and then removes the first bytes of the log, because the new snapshot has their changes. The log can grow
   * while the new snapshot is written. After a rejection everything is as before.
   */
  async replaceSnapshot(text: string): Promise<void> {
    const { gate, ensureLock, isDurable } = this.#shared
    const folded = this.logBytes
    ensureLock()
    this.#refuseForeign(true)
    await gate(() => writeBeside(this.snapshotFile, text, isDurable))
    await this.#change(true, async () => {
      await putInPlace(this.snapshotFile, isDurable).catch(async (error) => {
        // The first snapshot of a world has a change, and this change is refused.
        if (this.snapshotBytes === 0) await rm(this.snapshotFile).catch(() => {})
        throw error
      })
      this.snapshotBytes = statOf(this.snapshotFile)?.size ?? 0
      if (this.logBytes === folded) await rm(this.logFile, { force: true })
      else await writeWhole(this.logFile, (await readFile(this.logFile)).subarray(folded, this.logBytes), isDurable)
      this.logBytes -= folded
      this.#isTorn = false
    })
  }

  /** Cuts off the rest of a failed or interrupted write. When that fails, the next write or the next start does it. */
  async close(): Promise<void> {
    if (!this.#isTorn) return
    const cutOff = async () => {
      if (this.logBytes === 0) await rm(this.logFile, { force: true })
      else await truncate(this.logFile, this.logBytes)
      this.#isTorn = false
    }
    await this.#change(false, cutOff).catch(() => {})
  }

  /** Runs a task that changes the files, unless somebody else has changed them. `isWhole` says that missing files are written again. */
  #change(isWhole: boolean, task: () => Promise<void>): Promise<void> {
    const { gate, ensureLock } = this.#shared
    return this.#inTurn(() =>
      gate(async () => {
        ensureLock()
        this.#refuseForeign(isWhole)
        await task()
      }),
    )
  }

  /**
   * Throws when the files are not as this process left them: acknowledged changes must be found at the next start, and
   * what others wrote must not be lost.
   */
  #refuseForeign(isWhole: boolean): void {
    for (const [file, bytes, isTorn] of [
      [this.snapshotFile, this.snapshotBytes, false],
      [this.logFile, this.logBytes, this.#isTorn],
    ] as const) {
      const size = statOf(file)?.size ?? 0
      const isGone = size === 0 && bytes > 0
      if (isGone && !isWhole) throw new Error(`${file} was deleted while the sandbox was running`)
      if (!isGone && (isTorn ? size < bytes : size !== bytes))
        throw new Error(`${file} was changed by somebody else while the sandbox was running: restart the sandbox to use the changed file`)
    }
  }
}
