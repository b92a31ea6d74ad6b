// One sandbox per data directory. The lock is SQLite's lock on an empty file of the directory. The operating system holds
// the lock, also for containers and for machines that share the directory, and gives it back when the process ends, however
// it ends. Nothing is ever written to the file.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../ground/problem.ts'

/** SQLite's code when another connection has the lock. */
const BUSY = 5

export class DirectoryLock {
  readonly #file: string
  #held: { readonly database: DatabaseSync; readonly ino: number | undefined } | undefined

  constructor(directory: string) {
    this.#file = join(directory, '.lock.db')
  }

  /**
   * Takes the lock, and throws an error when another sandbox has it. Cheap while this process has the lock. Takes it again when somebody
   * has removed or replaced the file. Synchronous, so that no change can happen between this check and the write after it.
   */
  ensure(): void {
    if (this.#held !== undefined && this.#inoOfFile() === this.#held.ino) return
    const { DatabaseSync } = loadSqlite()
    let database: DatabaseSync | undefined
    try {
      database = new DatabaseSync(this.#file, { timeout: 0 })
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (error) {
      database?.close()
      const isBusy = (error as { errcode?: number }).errcode === BUSY
      const reason = isBusy ? 'another sandbox uses this data directory' : messageOf(error)
      throw new Error(`${this.#file} cannot be locked: ${reason}`)
    }
    this.release()
    this.#held = { database, ino: this.#inoOfFile() }
  }

  /** The file stays, because another sandbox may have opened this very file. */
  release(): void {
    this.#held?.database.close()
    this.#held = undefined
  }

  #inoOfFile(): number | undefined {
    return statSync(this.#file, { throwIfNoEntry: false })?.ino
  }
}

/** Loads SQLite without the warning of Node.js 22 that this module is experimental. Nobody who starts a sandbox can act on it. */
function loadSqlite() {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
