// One world as two files: <world>.json holds a snapshot, and <world>.log holds one later commit on each line. A commit is
// appended to the log, so its cost does not grow with the world. Later the log is folded: a new snapshot replaces it. The world
// is a lowdb database, and this file is lowdb's door.

import { Low } from 'lowdb'
import { messageOf } from '../../ground/problem.ts'
import { Content } from '../content.ts'
import { parseLog, renderCommit } from './log-codec.ts'
import { EDITED, parseSnapshot, renderSnapshot, type SnapshotFile } from './snapshot-codec.ts'
import { type Change, damagedAt, type Saved, type Snapshot, unreadable, type WorldContent, type WorldStore } from './store.ts'
import type { WorldFiles } from './world-files.ts'

/**
 * A log is folded at once when it has more bytes than this number, and also more bytes than the snapshot. So the cost of
 * folding per change is the same for worlds of any size.
 */
const LONG_LOG_BYTES = 4 * 1024 * 1024
/** A log is folded after this time without a new change. */
const QUIET_MS = 1000
/** The pause between two folds is this many times the duration of the last fold. */
const REST = 20

/** What lowdb holds of a world. Its adapter writes only the changes. */
interface Committed {
  /** The content after the last commit. While no commit is under way, all of its changes are stored. */
  content: WorldContent
  /** What the last commit has changed. */
  changes: readonly Change[]
}

const nothing = (): Committed => ({ content: new Content({ collections: {}, nextIds: {} }), changes: [] })

export class FileWorld implements WorldStore {
  saved: Saved | undefined
  readonly isCurrent = true
  readonly #world: string
  readonly #files: WorldFiles
  readonly #low: Low<Committed>
  /** The number of the last commit. */
  #commits = 0
  #isWriting = false
  #isFolded = true
  #folding: Promise<void> | undefined
  #quiet: NodeJS.Timeout | undefined
  #quietMs = QUIET_MS

  private constructor(world: string, files: WorldFiles) {
    this.#world = world
    this.#files = files
    this.#low = new Low({ read: () => this.#read(), write: (committed) => this.#write(committed) }, nothing())
  }

  /** Rejects with a Problem when the files are damaged, and then changes nothing. */
  static async open(world: string, files: WorldFiles): Promise<FileWorld> {
    const opened = new FileWorld(world, files)
    await opened.#low.read()
    // Each commit brings the content along. A second copy would cost memory.
    opened.#low.data = nothing()
    return opened
  }

  async commit(changes: readonly Change[], content: WorldContent): Promise<undefined> {
    if (changes.length === 0) return
    await this.#low.update((committed) => Object.assign(committed, { content, changes }))
  }

  async close(): Promise<void> {
    await this.#folding
    clearTimeout(this.#quiet)
    try {
      if (!this.#isFolded) await this.#writeSnapshot()
    } catch (error) {
      throw new Error(`${this.#files.snapshotFile}: could not be written: ${messageOf(error)}`)
    } finally {
      await this.#files.close()
    }
  }

  async #read(): Promise<Committed | null> {
    const { snapshotFile, logFile } = this.#files
    const [bytes, kept] = await this.#files.read()
    if (bytes === undefined && kept === undefined) return null
    if (bytes === undefined) throw damagedAt(logFile, `the data before its changes is missing, in the file ${snapshotFile}`)
    const snapshot = this.#parse(bytes)
    if (kept?.length === 0 && snapshot.commits !== undefined) throw damagedAt(logFile, 'the file was emptied, so changes are lost')
    const log = kept ?? Buffer.alloc(0)
    const { changes, commits, good, isOpen } = parseLog(log, logFile, this.#world, snapshot.commits ?? 0)
    const torn = log.length - good
    await this.#files.accept(bytes.length, good, torn > 0)
    if (isOpen) await this.#files.append('\n')
    this.#commits = commits
    let notice: string | undefined
    if (snapshot.checksum === undefined || snapshot.checksum === EDITED)
      notice = `${snapshotFile}: a person edited this file, or an earlier version wrote it: its content is taken as it is`
    if (torn > 0) notice = `${logFile}: the last line is incomplete (${torn} bytes): its change was never acknowledged, so it is dropped`
    const content = new Content(snapshot)
    for (const change of changes) content.apply(change)
    this.saved = { ...content.snapshot(), place: good === 0 ? snapshotFile : `${snapshotFile}, ${logFile}`, notice }
    return { content, changes: [] }
  }

  #parse(bytes: Buffer): SnapshotFile {
    try {
      return parseSnapshot(bytes, this.#world)
    } catch (error) {
      throw unreadable(this.#files.snapshotFile, error)
    }
  }

  async #write({ content, changes }: Committed): Promise<void> {
    const files = this.#files
    const number = this.#commits + 1
    const isFirst = files.snapshotBytes === 0
    const isLong = this.#folding === undefined && files.logBytes > Math.max(LONG_LOG_BYTES, files.snapshotBytes)
    // Copied before the first wait, because the content has further changes after it.
    const snapshot = isFirst || isLong ? content.snapshot() : undefined
    this.#isWriting = true
    // After a refused change, a fold removes what the files may have kept of it, and restores files that somebody deleted.
    this.#isFolded &&= isFirst
    try {
      if (isFirst && snapshot) await files.replaceSnapshot(renderSnapshot(snapshot, number, this.#world))
      else await files.append(renderCommit(number, changes, this.#world))
      this.#commits = number
      // A client that tries a refused change again and again must not delay the fold.
      this.#quiet?.refresh()
      if (isLong) this.#fold(snapshot)
    } finally {
      this.#isWriting = false
      if (!this.#isFolded) this.#foldLater()
    }
  }

  #foldLater(): void {
    this.#quiet ??= setTimeout(() => {
      this.#quiet = undefined
      // A write that is under way calls this method again when it ends.
      if (!this.#isFolded && !this.#isWriting) this.#fold()
    }, this.#quietMs).unref()
  }

  /** Does nothing while a fold is under way. */
  #fold(snapshot?: Snapshot): void {
    this.#folding ??= this.#tryFold(snapshot).finally(() => {
      this.#folding = undefined
    })
  }

  /** After a failure everything is stored as before, and the fold is tried again. */
  async #tryFold(snapshot?: Snapshot): Promise<void> {
    const began = performance.now()
    this.#isFolded = true
    await this.#writeSnapshot(snapshot).catch(() => {
      this.#isFolded = false
    })
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    this.#quietMs = Math.max(QUIET_MS, REST * (performance.now() - began))
    if (!this.#isFolded) this.#foldLater()
  }

  #writeSnapshot(snapshot = this.#low.data.content.snapshot()): Promise<void> {
    return this.#files.replaceSnapshot(renderSnapshot(snapshot, this.#commits, this.#world))
  }
}
