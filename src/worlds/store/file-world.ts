// One world as two files: <world>.json, written whole and readable, and <world>.log, one change a line since. Written means
// handed to the operating system. Files that somebody else has changed meanwhile are left as they are.

import { type FileHandle, open, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { TextFile } from 'lowdb/node'
import { inSlices } from '../slices.ts'
import { unreadable } from './damage.ts'
import { readRegular, sizeOf, temporaryOf } from './disk.ts'
import { parseLog, renderChange } from './log-codec.ts'
import type { OpenLogs } from './open-logs.ts'
import { parseSnapshot, renderSnapshot } from './snapshot-codec.ts'
import type { Change, Saved, Snapshot, WorldStore } from './store.ts'

/** A log is long when it outgrows both this and the snapshot, so that folding costs a change the same at any size. */
const LONG_LOG_BYTES = 4 * 1024 * 1024

/** What the worlds of one directory share. */
export interface Shared {
  readonly logs: OpenLogs
  /** Lets few tasks that open files run at once. */
  readonly gate: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Rejects when the directory may belong to another sandbox by now; undefined while it surely does not. */
  readonly ensureLock: () => Promise<void> | undefined
}

export class FileWorld implements WorldStore {
  saved: Saved | undefined
  readonly #snapshotFile: string
  readonly #logFile: string
  readonly #shared: Shared
  /** What this process knows to stand in the files. */
  #snapshotBytes: number | undefined
  #logBytes = 0
  /** Whether the log may hold more than that, of a write that failed. */
  #isTorn = false
  /** Whether the last line of the log lacks its line end. */
  #isOpenLine = false
  #isFolding = false

  constructor({ snapshot, log }: { snapshot: string; log: string }, shared: Shared) {
    this.#snapshotFile = snapshot
    this.#logFile = log
    this.#shared = shared
  }

  /** Reads what is kept. Rejects with a Problem when it is damaged; then nothing was changed. */
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
    const notice = `${this.#logFile}: the last line was cut short (${torn} bytes): a change that was never acknowledged is dropped`
    this.saved = { ...(snapshot && { snapshot }), changes, ...(torn > 0 && { notice }) }
  }

  async append(changes: readonly Change[]): Promise<void> {
    const lines = Buffer.from((this.#isOpenLine ? '\n' : '') + changes.map(renderChange).join(''))
    await this.#shared.logs.use(this.#logFile, async (openLog) => {
      await this.#shared.ensureLock()
      this.#refuseForeign(false)
      const log = await openLog()
      // A half-written line must not stand before the next whole one, nor a refused one come back at the next start.
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

  /** Drops the beginning of the log, which the snapshot has by now. */
  async #forget(bytes: number): Promise<void> {
    if (this.#logBytes === bytes) await rm(this.#logFile, { force: true })
    else await replaceByTail(this.#logFile, bytes, this.#logBytes)
    this.#logBytes -= bytes
    this.#isTorn = false
    this.#isOpenLine = false
  }

  /** Cuts off what a write that failed or was interrupted has left; where that cannot be done now, the next write tries again. */
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
   * What is acknowledged must be found at the next start, and what somebody else wrote must not be lost: throws when the
   * files are not as this process left them. A fold writes all anew, so to it files may be gone.
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

const changed = (file: string) => `${file} was changed by somebody else while the sandbox was running: restart the sandbox to use it`

/** lowdb's text file under our own codec: its JSON adapters round int64. It hands chunks on to Node.js, which writes one after the other. */
async function writeWhole(file: string, snapshot: Snapshot): Promise<void> {
  try {
    await new TextFile(file).write(renderSnapshot(snapshot) as unknown as string)
  } catch (error) {
    // On a full disk the half of a snapshot takes the room that the log needs.
    await truncate(temporaryOf(file)).catch(() => {})
    throw error
  }
}

/** Costs less than Node.js's own `appendFile`. */
async function writeAll(log: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) written += (await log.write(bytes, written)).bytesWritten
}

/** The bytes between two places become the whole file. */
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
