// One world as two files: <world>.json holds a snapshot, and <world>.log holds one later commit on each line. A commit is
// appended to the log, so its cost does not grow with the world. A long or quiet log is folded: a new snapshot replaces it. The world is
// a lowdb database, and this file is lowdb's door.

import { Low } from 'lowdb'
import { messageOf } from '../../ground/problem.ts'
import { Content } from '../content.ts'
import { parseLog, renderCommit } from './log-codec.ts'
import { EDITED, parseSnapshot, renderSnapshot, type SnapshotFile } from './snapshot-codec.ts'
import { type Change, damagedAt, type Saved, type Snapshot, unreadable, type WorldContent, type WorldStore } from './store.ts'
import type { WorldFiles } from './world-files.ts'

/**
 * A log is folded when it has more bytes than this number, and also more bytes than the snapshot. So the cost of folding per change
 * is the same for worlds of any size.
 */
const LONG_LOG_BYTES = 4 * 1024 * 1024
/** A log is also folded after this time without a change, so that people who open the snapshot see the latest content. */
const QUIET_MS = 1000

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
  #isFolded = true
  /** Whether the last write failed. Then the next one is a whole snapshot, which also restores files that somebody deleted. */
  #hasFailed = false
  #foldAbove = LONG_LOG_BYTES
  #quiet: NodeJS.Timeout | undefined
  #folding: Promise<void> | undefined

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
    clearTimeout(this.#quiet)
    // No wait without a fold: a change that is applied after this call belongs to the next commit.
    if (this.#folding !== undefined) await this.#folding
    try {
      await this.#low.update((committed) => Object.assign(committed, { content, changes }))
    } finally {
      if (!this.#isFolded) this.#quiet = setTimeout(() => this.#foldQuietly(), QUIET_MS).unref()
    }
  }

  /** After a failure everything is stored as before, and a later commit tries again. */
  #foldQuietly(): void {
    const folding = this.#writeSnapshot(this.#low.data.content.snapshot()).catch(() => {})
    this.#folding = folding.finally(() => (this.#folding = undefined))
  }

  async close(): Promise<void> {
    clearTimeout(this.#quiet)
    await this.#folding
    try {
      if (!this.#isFolded) await this.#writeSnapshot(this.#low.data.content.snapshot())
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
    const isWhole = isFirst || this.#hasFailed
    const isLong = !isWhole && files.logBytes > Math.max(this.#foldAbove, files.snapshotBytes)
    // Copied before the first wait, because the content has further changes after it.
    const snapshot = isWhole || isLong ? content.snapshot() : undefined
    this.#isFolded &&= isFirst
    this.#hasFailed = true
    if (isWhole && snapshot) await files.replaceSnapshot(renderSnapshot(snapshot, number, this.#world))
    else await files.append(renderCommit(number, changes, this.#world))
    this.#hasFailed = false
    this.#isFolded ||= isWhole
    this.#commits = number
    // The log has the change, so a fold that fails refuses nothing.
    if (isLong && snapshot) await this.#writeSnapshot(snapshot).catch(() => (this.#foldAbove = 2 * files.logBytes))
  }

  async #writeSnapshot(snapshot: Snapshot): Promise<void> {
    await this.#files.replaceSnapshot(renderSnapshot(snapshot, this.#commits, this.#world))
    this.#isFolded = true
  }
}
