// One world as two files: <world>.json has a snapshot, and <world>.log has one later commit on each line. A commit is appended to the
// log, so its cost does not grow with the world. A long or quiet log is folded: a new snapshot replaces it. This file is the door of
// lowdb, whose adapter reads and writes the two files.

import { readFile, rm, truncate } from 'node:fs/promises'
import { type Adapter, Low } from 'lowdb'
import { messageOf } from '../../ground/problem.ts'
import { refuseIrregular } from '../../ground/regular-file.ts'
import { Content } from '../content.ts'
import { EDITED, isSnapshotOf, parseLog, parseSnapshot, renderCommit, renderSnapshot } from './codec.ts'
import { append, sizeOf, statOf, writeWhole } from './disk.ts'
import { type Change, damagedAt, type Saved, type Snapshot, unavailable, unreadable, type WorldContent, type WorldStore } from './store.ts'

/** A log is folded when it has more bytes than this and than the snapshot. So folding costs the same per change for worlds of any size. */
const LONG_LOG_BYTES = 4 * 1024 * 1024
/** A log is also folded this long after the last change, so that people who open the snapshot see the latest content. */
const QUIET_MS = 1000

const LINE_END = 10

interface Committed {
  /** Until the first commit: what the files had. */
  readonly saved?: Saved
  readonly content: WorldContent
  /** What the last commit has changed. Only this is written. */
  readonly changes: readonly Change[]
}

interface Place {
  readonly world: string
  readonly snapshotFile: string
  readonly logFile: string
  /** Whether each write waits for the disk. Otherwise written means handed to the operating system. */
  readonly isDurable: boolean
}

/** Rejects with a Problem when the files are damaged, and then changes nothing. */
export async function openFileWorld(place: Place): Promise<WorldStore> {
  const adapter = new LogAdapter(place)
  const low = new Low<Committed>(adapter, { content: new Content({ collections: {}, nextIds: {} }), changes: [] })
  await low.read()
  return {
    saved: low.data.saved,
    isCurrent: true,
    async commit(changes, content) {
      if (changes.length === 0) return undefined
      low.data = { content, changes }
      await low.write()
      return undefined
    },
    close: () => adapter.close(),
  }
}

class LogAdapter implements Adapter<Committed> {
  readonly #place: Place
  #commits = 0
  /** The sizes of the files, as this process left them, also by a write that failed. A missing file has 0 bytes. */
  #snapshotBytes = 0
  #logBytes = 0
  /** True after a write that failed, and when the last line of the log has no end. The next write is a snapshot. */
  #isSnapshotDue = false
  /** The content, when this process has made changes that the snapshot does not have. */
  #unfolded: WorldContent | undefined
  #quiet: NodeJS.Timeout | undefined
  #folding: Promise<void> | undefined

  constructor(place: Place) {
    this.#place = place
  }

  async read(): Promise<Committed | null> {
    const { world, snapshotFile, logFile } = this.#place
    const [bytes, kept] = [await readWhole(snapshotFile), await readWhole(logFile)]
    // A deletion that was cut short has moved the snapshot to the place of the log.
    const isDeleted = bytes === undefined && isSnapshotOf(kept, world)
    if (isDeleted) await rm(logFile)
    if (isDeleted || (bytes ?? kept) === undefined) return null
    if (bytes === undefined) throw damagedAt(logFile, `the data before its changes is missing, in the file ${snapshotFile}`)
    const snapshot = parseSnapshot(bytes, snapshotFile, world)
    if (kept?.length === 0 && snapshot.commits !== undefined) throw damagedAt(logFile, 'the file was emptied, so changes are lost')
    const log = kept ?? Buffer.alloc(0)
    const { changes, commits, torn } = parseLog(log, logFile, world, snapshot.commits ?? 0)
    const good = log.length - torn
    // So that a later start does not report the incomplete line again.
    if (torn > 0) await (good === 0 ? rm(logFile) : truncate(logFile, good))
    this.#commits = commits
    this.#snapshotBytes = bytes.length
    this.#logBytes = good
    this.#isSnapshotDue = good > 0 && log[good - 1] !== LINE_END
    let notice: string | undefined
    if (snapshot.checksum === undefined || snapshot.checksum === EDITED)
      notice = `${snapshotFile}: a person edited this file, or an earlier version wrote it: its content is taken as it is`
    if (torn > 0) notice = `${logFile}: the last line is incomplete (${torn} bytes): its change was never acknowledged, so it is dropped`
    const content = new Content(snapshot)
    for (const change of changes) content.apply(change)
    const place = good === 0 ? snapshotFile : `${snapshotFile}, ${logFile}`
    return { saved: { ...content.snapshot(), place, notice }, content, changes: [] }
  }

  /** Appends the changes to the log, or writes a snapshot: for a new world, when the log is long, and when a snapshot is due. */
  async write({ content, changes }: Committed): Promise<void> {
    clearTimeout(this.#quiet)
    const isFirst = this.#snapshotBytes === 0
    const isLong = this.#logBytes > Math.max(LONG_LOG_BYTES, this.#snapshotBytes)
    // Copied before the first wait, because the content may have further changes after it.
    const snapshot = isFirst || isLong || this.#isSnapshotDue ? content.snapshot() : undefined
    await this.#folding
    const number = this.#commits + 1
    if (!isFirst) this.#unfolded = content
    this.#isSnapshotDue = true
    try {
      if (snapshot) await this.#writeSnapshot(snapshot, number)
      else await this.#append(number, changes)
    } finally {
      this.#quiet = setTimeout(() => this.#foldQuietly(), QUIET_MS).unref()
    }
  }

  /** Writes a snapshot if this process has written to the log, or tried to. A log that it only read stays. */
  async close(): Promise<void> {
    clearTimeout(this.#quiet)
    await this.#folding
    await this.#fold().catch((error) => {
      throw new Error(`${this.#place.snapshotFile}: could not be written, so the changes stay in the log beside it: ${messageOf(error)}`)
    })
  }

  /** After a failure everything is stored as before, and a later fold tries again. */
  #foldQuietly(): void {
    const folding = this.#fold().catch(() => {})
    this.#folding = folding.finally(() => (this.#folding = undefined))
  }

  async #fold(): Promise<void> {
    if (this.#unfolded) await this.#writeSnapshot(this.#unfolded.snapshot(), this.#commits)
  }

  /** Then removes the log, because the snapshot has its changes. */
  async #writeSnapshot(snapshot: Snapshot, commits: number): Promise<void> {
    const { world, snapshotFile, logFile, isDurable } = this.#place
    const text = Buffer.from(renderSnapshot(snapshot, commits, world))
    this.#refuseForeign(true)
    await writeWhole(snapshotFile, text, isDurable).catch((error) => {
      this.#snapshotBytes = sizeOf(snapshotFile)
      throw error
    })
    this.#snapshotBytes = text.length
    await rm(logFile, { force: true })
    this.#logBytes = 0
    this.#commits = commits
    this.#isSnapshotDue = false
    this.#unfolded = undefined
  }

  async #append(number: number, changes: readonly Change[]): Promise<void> {
    const { world, logFile, isDurable } = this.#place
    const line = Buffer.from(renderCommit(number, changes, world))
    this.#refuseForeign(false)
    // A log file is created with its first line, so an empty one has lost its content.
    const written = this.#logBytes === 0 ? writeWhole(logFile, line, isDurable) : append(logFile, this.#logBytes, line, isDurable)
    await written.catch((error) => {
      this.#logBytes = sizeOf(logFile)
      throw error
    })
    this.#logBytes += line.length
    this.#commits = number
    this.#isSnapshotDue = false
  }

  /** Throws when the files are not as this process left them: what others wrote must not be lost. A snapshot restores missing files. */
  #refuseForeign(isSnapshot: boolean): void {
    const { snapshotFile, logFile } = this.#place
    for (const [file, bytes] of [
      [snapshotFile, this.#snapshotBytes],
      [logFile, this.#logBytes],
    ] as const) {
      const size = sizeOf(file)
      if (size === bytes || (size === 0 && isSnapshot)) continue
      if (size === 0)
        throw unavailable(`${file} was deleted while the sandbox was running: send the change again, and the whole world is written`)
      throw unavailable(`${file} was changed by somebody else while the sandbox was running: restart the sandbox to use the changed file`)
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
