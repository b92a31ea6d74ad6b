// One world as two files, for lowdb: <world>.json holds a snapshot, and <world>.log holds one later commit on each line. A
// write appends to the log, so its cost does not grow with the world. Later the log is folded: a new snapshot replaces it.

import { messageOf } from '../../errors/problem.ts'
import { Content } from '../content.ts'
import { runWithPauses } from '../pauses.ts'
import { damagedAt } from './damage.ts'
import { Folding } from './folding.ts'
import { parseLog, renderCommit } from './log-codec.ts'
import type { WorldAdapter } from './low-world.ts'
import { parseSnapshot, renderSnapshot } from './snapshot-codec.ts'
import type { Change } from './store.ts'
import { type Shared, WorldFiles } from './world-files.ts'

/**
 * A log is folded at once when it has more bytes than this number, and also more bytes than the snapshot. So the cost of
 * folding per change is the same for worlds of any size.
 */
const LONG_LOG_BYTES = 4 * 1024 * 1024

export class FileAdapter implements WorldAdapter {
  changes: readonly Change[] = []
  notice: string | undefined
  readonly #world: string
  readonly #files: WorldFiles
  readonly #folding: Folding
  /** The content at the last write. It never has changes that were refused. */
  #content: Content | undefined
  /** The number of the last commit. */
  #commits = 0
  #isWriting = false
  /** Whether the last line of the log has no line end. */
  #isOpenLine = false

  constructor(world: string, snapshotFile: string, logFile: string, shared: Shared) {
    this.#world = world
    this.#files = new WorldFiles(snapshotFile, logFile, shared)
    this.#folding = new Folding({ fold: () => this.#fold(), isWriting: () => this.#isWriting })
  }

  get place(): string {
    const { snapshotFile, logFile, logBytes } = this.#files
    return logBytes === 0 ? snapshotFile : `${snapshotFile}, ${logFile}`
  }

  /** Rejects with a Problem when the files are damaged, and then changes nothing. */
  async read(): Promise<Content | null> {
    const { snapshotFile, logFile } = this.#files
    const [bytes, log] = await this.#files.read()
    if (bytes === undefined && log === undefined) return null
    if (bytes === undefined) throw damagedAt(logFile, `the data before its changes is missing, in the file ${snapshotFile}`)
    const snapshot = await runWithPauses(parseSnapshot(bytes, snapshotFile, this.#world))
    if (log?.length === 0 && snapshot.commits !== undefined) throw damagedAt(logFile, 'the file was emptied, so changes are lost')
    const kept = log ?? Buffer.alloc(0)
    const origin = { file: logFile, world: this.#world, commits: snapshot.commits ?? 0 }
    const { changes, commits, good, isOpen } = await runWithPauses(parseLog(kept, origin))
    await this.#files.accept(bytes, kept, good)
    this.#commits = commits
    this.#isOpenLine = isOpen
    const torn = kept.length - good
    if (snapshot.checksum === undefined)
      this.notice = `${snapshotFile}: this file has no checksum, so a person or an earlier version wrote it: its content is taken as it is`
    if (torn > 0)
      this.notice = `${logFile}: the last line is incomplete (${torn} bytes): its change was never acknowledged, so it is dropped`
    const content = new Content(snapshot)
    for (const change of changes) content.apply(change)
    return content
  }

  async write(content: Content): Promise<void> {
    this.#content = content
    this.#isWriting = true
    const number = this.#commits + 1
    const isFirst = this.#files.snapshotBytes === 0
    try {
      if (isFirst) await this.#files.createSnapshot(renderSnapshot(content.snapshot(), number, this.#world))
      else await this.#files.append((this.#isOpenLine ? '\n' : '') + renderCommit(number, this.changes, this.#world))
    } catch (error) {
      if (!isFirst) this.#folding.refused()
      throw error
    } finally {
      this.#isWriting = false
    }
    this.#commits = number
    this.#isOpenLine = false
    if (!isFirst) this.#folding.wrote(this.#files.logBytes > Math.max(LONG_LOG_BYTES, this.#files.snapshotBytes))
  }

  async close(): Promise<void> {
    try {
      await this.#folding.end()
    } catch (error) {
      throw new Error(`${this.#files.snapshotFile}: could not be written: ${messageOf(error)}`, { cause: error })
    } finally {
      await this.#files.close()
    }
  }

  async #fold(): Promise<void> {
    if (this.#content === undefined) return
    const chunks = renderSnapshot(this.#content.snapshot(), this.#commits, this.#world)
    await this.#files.replaceSnapshot(chunks, this.#files.logBytes)
    this.#isOpenLine = false
  }
}
