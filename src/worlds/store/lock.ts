// One sandbox per data directory. The lock is SQLite's lock on an empty file of the directory. The operating system holds
// the lock, also for containers and for machines that share the directory, and gives it back when the process ends, however
// it ends. Nothing is ever written to the file.

import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../ground/problem.ts'

/** SQLite's code when another connection has the lock. */
const BUSY = 5

/**
 * Takes the lock, and throws an error when another sandbox has it. The returned function gives the lock back. The file stays, because
 * another sandbox may have opened this very file.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, '.lock.db')
  const { DatabaseSync } = loadSqlite()
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    const held = database
    return () => {
      if (held.isOpen) held.close()
    }
  } catch (error) {
    database?.close()
    const isBusy = (error as { errcode?: number }).errcode === BUSY
    const reason = isBusy ? 'another sandbox uses this data directory' : messageOf(error)
    throw new Error(`${file} cannot be locked: ${reason}`)
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
