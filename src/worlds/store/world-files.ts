// The two files of one world: <world>.json and <world>.log. This file does not know their content. It knows their sizes, and
// refuses to touch files that somebody else has changed. Written means handed to the operating system, or also to the disk.

import { readFile, rm, truncate } from 'node:fs/promises'
import { refuseIrregular } from '../../ground/regular-file.ts'
import { statOf, writeBehind, writeWhole } from './disk.ts'
import { unreadable } from './store.ts'

/** The data directory that all its worlds share. */
export interface DataDirectory {
  /** Throws when another sandbox may have the directory now. */
  readonly ensureLock: () => void
  /** Whether each write waits for the disk. */
  readonly isDurable: boolean
}

export class WorldFiles {
  readonly snapshotFile: string
  readonly logFile: string
  readonly #directory: DataDirectory
  /** The sizes that the files have, as far as this process knows. A file that is missing has 0 bytes. */
  snapshotBytes = 0
  logBytes = 0
  /** Whether the log may hold more than `logBytes`, from a write that failed. */
  #isTorn = false

  constructor(snapshotFile: string, logFile: string, directory: DataDirectory) {
    this.snapshotFile = snapshotFile
    this.logFile = logFile
    this.#directory = directory
  }

  /** The bytes of both files; undefined for a file that is missing. */
  async read(): Promise<[snapshot: Buffer | undefined, log: Buffer | undefined]> {
    return [await readWhole(this.snapshotFile), await readWhole(this.logFile)]
  }

  /** Must be called after reading. Only the first `logBytes` of the log are complete lines. The others are cut off. */
  async accept(snapshotBytes: number, logBytes: number, isTorn: boolean): Promise<void> {
    this.snapshotBytes = snapshotBytes
    this.logBytes = logBytes
    this.#isTorn = isTorn
    await this.close()
  }

  /** Adds text to the log. After a rejection the log is as before. */
  async append(text: string): Promise<void> {
    const { isDurable } = this.#directory
    const bytes = Buffer.from(text)
    this.#refuseForeign(false)
    this.#isTorn = true
    // A log file is created with its first line. So an empty log file has lost its content.
    if (this.logBytes === 0) await writeWhole(this.logFile, bytes, isDurable)
    else await writeBehind(this.logFile, this.logBytes, bytes, isDurable)
    this.#isTorn = false
    this.logBytes += bytes.length
  }

  /** Replaces the snapshot, and then removes the log, because the new snapshot has its changes. Missing files are written again. */
  async replaceSnapshot(text: string): Promise<void> {
    const { isDurable } = this.#directory
    this.#refuseForeign(true)
    try {
      await writeWhole(this.snapshotFile, text, isDurable)
    } catch (error) {
      // The first snapshot of a world has a change, and this change is refused.
      if (this.snapshotBytes === 0) await rm(this.snapshotFile).catch(() => {})
      throw error
    } finally {
      this.snapshotBytes = statOf(this.snapshotFile)?.size ?? 0
    }
    await rm(this.logFile, { force: true })
    this.logBytes = 0
    this.#isTorn = false
  }

  /** Cuts off the rest of a failed or interrupted write. When that fails, the next write or the next start does it. */
  async close(): Promise<void> {
    if (!this.#isTorn) return
    try {
      this.#refuseForeign(false)
      if (this.logBytes === 0) await rm(this.logFile, { force: true })
      else await truncate(this.logFile, this.logBytes)
      this.#isTorn = false
    } catch {}
  }

  /**
   * Throws when the files are not as this process left them: acknowledged changes must be found at the next start, and
   * what others wrote must not be lost. `isWhole` says that missing files are written again.
   */
  #refuseForeign(isWhole: boolean): void {
    this.#directory.ensureLock()
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

async function readWhole(file: string): Promise<Buffer | undefined> {
  try {
    const found = statOf(file)
    if (found === undefined) return undefined
    refuseIrregular(found)
    return await readFile(file)
  } catch (error) {
    throw unreadable(file, error)
  }
}
