// One world as two files: <world>.json holds the last snapshot, and <world>.log holds one later change on each line.
// Written means handed to the operating system. Files that somebody else has changed in the meantime are not touched.

import { type FileHandle, open, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { TextFile } from 'lowdb/node'
import { inSlices } from '../slices.ts'
import { unreadable } from './damage.ts'
import { readRegular, sizeOf, temporaryOf } from './disk.ts'
import { parseLog, renderChange } from './log-codec.ts'
import type { OpenLogs } from './open-logs.ts'
import { parseSnapshot, renderSnapshot } from './snapshot-codec.ts'
import type { Change, Saved, Snapshot, WorldStore } from './store.ts'

/**
 * A log is folded at once when it has more bytes than this number, and also more bytes than the snapshot. So the cost of
 * folding per change is the same for worlds of any size.
 */
const LONG_LOG_BYTES = 4 * 1024 * 1024

/** Shared by all worlds of one directory. */
export interface Shared {
  readonly logs: OpenLogs
  /** Limits how many tasks with open files run at once. */
  readonly gate: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Rejects when another sandbox may have the directory now. Undefined while this process surely has it. */
  readonly ensureLock: () => Promise<void> | undefined
}

export class FileWorld implements WorldStore {
  saved: Saved | undefined
  readonly #snapshotFile: string
  readonly #logFile: string
  readonly #shared: Shared
  /** The sizes that the files have, as far as this process knows. */
  #snapshotBytes: number | undefined
  #logBytes = 0
  /** Whether the log may hold more than `#logBytes`, from a write that failed. */
  #isTorn = false
  /** Whether the last line of the log has no line end. */
  #isOpenLine = false
  #isFolding = false

  constructor({ snapshot, log }: { snapshot: string; log: string }, shared: Shared) {
    this.#snapshotFile = snapshot
    this.#logFile = log
    this.#shared = shared
  }

  /** Reads the two files. Rejects with a Problem when they are damaged, and then changes nothing. */
  async load(): Promise<void> {
    const bytes = await this.#read(this.#snapshotFile)
    const snapshot = bytes && (await inSlices(parseSnapshot(bytes, this.#snapshotFile)))
    const log = (await this.#read(this.#logFile)) ?? Buffer.alloc(0)
    const { changes, good, isOpen } = await inSlices(parseLog(log, this.#logFile))
    this.#snapshotBytes = bytes?.length
    this.#logBytes = good
    this.#isOpenLine = isOpen
    const torn = log.length - good
    if (torn > 0) await this.#cutOff()
    if (snapshot === undefined && changes.length === 0 && torn === 0) return
    const notice = `${this.#logFile}: the last line is incomplete (${torn} bytes): its change was never acknowledged, so it is dropped`
    this.saved = { ...(snapshot && { snapshot }), changes, ...(torn > 0 && { notice }) }
  }

  async append(changes: readonly Change[]): Promise<void> {
    const lines = Buffer.from((this.#isOpenLine ? '\n' : '') + changes.map(renderChange).join(''))
    await this.#shared.logs.use(this.#logFile, async (openLog) => {
      await this.#shared.ensureLock()
      this.#refuseForeign(false)
      const log = await openLog()
      // The rest of a failed write is removed. Otherwise the next line would be joined to it, or the next start would
      // find a refused change.
      if (this.#isTorn) await log.truncate(this.#logBytes)
      this.#isTorn = true
      await writeAll(log, lines).catch(async (error) => {
        await log.truncate(this.#logBytes).catch(() => {})
        throw error
      })
      this.#logBytes += lines.length
      this.#isTorn = false
      this.#isOpenLine = false
    })
  }

  async fold(snapshot: Snapshot): Promise<void> {
    const folded = this.#logBytes
    await this.#shared.ensureLock()
    this.#refuseForeign(true)
    this.#isFolding = true
    try {
      await this.#shared.gate(() => writeWhole(this.#snapshotFile, snapshot))
      this.#snapshotBytes = sizeOf(this.#snapshotFile)
    } finally {
      this.#isFolding = false
    }
    await this.#shared.logs.useClosed(this.#logFile, () => this.#forget(folded))
  }

  isLong(): boolean {
    return this.#logBytes > Math.max(LONG_LOG_BYTES, this.#snapshotBytes ?? 0)
  }

  placeOf(change?: number): string {
    return change === undefined ? this.#snapshotFile : `${this.#logFile}:${change + 1}`
  }

  async close(): Promise<void> {
    await this.#shared.logs.close(this.#logFile)
    if (this.#isTorn) await this.#cutOff()
  }

  /** Drops the beginning of the log, because the snapshot now has these changes. */
  async #forget(bytes: number): Promise<void> {
    if (this.#logBytes === bytes) await rm(this.#logFile, { force: true })
    else await replaceByTail(this.#logFile, bytes, this.#logBytes)
    this.#logBytes -= bytes
    this.#isTorn = false
    this.#isOpenLine = false
  }

  /** Cuts off the rest of a failed or interrupted write. When that fails now, the next write tries again. */
  async #cutOff(): Promise<void> {
    this.#isTorn = true
    try {
      await this.#shared.ensureLock()
      this.#refuseForeign(false)
      await truncate(this.#logFile, this.#logBytes)
      this.#isTorn = false
    } catch {}
  }

  /**
   * Throws when the files are not as this process left them: acknowledged changes must be found at the next start, and
   * what others wrote must not be lost. A fold writes the whole data again, so missing files are no problem for a fold.
   */
  #refuseForeign(mayBeGone: boolean): void {
    const snapshot = sizeOf(this.#snapshotFile)
    const log = sizeOf(this.#logFile) ?? 0
    const isSnapshotGone = snapshot === undefined && this.#snapshotBytes !== undefined
    const isLogGone = log === 0 && this.#logBytes > 0
    if (!mayBeGone && isSnapshotGone) throw new Error(`${this.#snapshotFile} was deleted while the sandbox was running`)
    if (!mayBeGone && isLogGone) throw new Error(`${this.#logFile} was deleted while the sandbox was running`)
    if (!isSnapshotGone && !this.#isFolding && snapshot !== this.#snapshotBytes) throw new Error(changed(this.#snapshotFile))
    if (!isLogGone && (this.#isTorn ? log < this.#logBytes : log !== this.#logBytes)) throw new Error(changed(this.#logFile))
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

/**
 * lowdb's text file with our own codec, because lowdb's JSON adapters round int64. lowdb passes the chunks to Node.js,
 * which writes them one after the other.
 */
async function writeWhole(file: string, snapshot: Snapshot): Promise<void> {
  try {
    await new TextFile(file).write(renderSnapshot(snapshot) as unknown as string)
  } catch (error) {
    // On a full disk, half a snapshot would take the room that the log needs.
    await truncate(temporaryOf(file)).catch(() => {})
    throw error
  }
}

/** Writes all bytes. This is faster than Node.js's own `appendFile`. */
async function writeAll(log: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) written += (await log.write(bytes, written)).bytesWritten
}

/** Replaces a file by the bytes between two places of the same file. */
async function replaceByTail(file: string, start: number, end: number): Promise<void> {
  const log = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await log.read(Buffer.alloc(end - start), 0, end - start, start)
    if (bytesRead < end - start) throw new Error(`${file} is shorter than it was`)
    await writeFile(temporaryOf(file), buffer)
  } finally {
    await log.close()
  }
  await rename(temporaryOf(file), file)
}
