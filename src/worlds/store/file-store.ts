// A data directory as a store. It has two files for each world, and SQLite's lock on an empty file. The operating system holds the lock,
// also for containers and machines that share the directory, and frees it when the process ends, however it ends.

import { accessSync, constants, lstatSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, realpath, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf, Problem, StartError } from '../../ground/problem.ts'
import { isWorldName } from '../../ground/world-name.ts'
import { makeDirectory, statOf, syncDirectory } from './disk.ts'
import { openFileWorld } from './file-world.ts'
import type { Store, StoredWorld } from './store.ts'

/** Creates the directory if needed. Throws a StartError when the directory cannot be used, or when another sandbox uses it. */
export async function openFileStore(directory: string, { isDurable = false }: { isDurable?: boolean } = {}): Promise<Store> {
  const { place, lock } = takeDirectory(directory)
  const filesOf = (world: string) => [join(place, `${world}.json`), join(place, `${world}.log`)] as const
  return {
    place,
    async open(world) {
      const [file, logFile] = filesOf(world)
      refuseEscaped(place, world)
      // A link to a file elsewhere stays a link.
      const snapshotFile = await realpath(file).catch(() => file)
      return openFileWorld({ world, snapshotFile, logFile, isDurable })
    },
    has: async (world) => filesOf(world).some((file) => entryOf(file) !== undefined),
    list: async () => listWorlds(place, await readdir(place)),
    async delete(world) {
      const [file, logFile] = filesOf(world)
      // In one step, so that a deletion that is cut short never leaves the snapshot without its later changes.
      if (entryOf(logFile) && entryOf(file)) await rename(file, logFile)
      await rm(file, { force: true })
      await rm(logFile, { force: true })
      if (isDurable) await syncDirectory(place)
    },
    async check() {
      lock.check()
      writeProbe(place)
    },
    close: async () => lock.release(),
  }
}

/** A link that cannot be followed counts as a file, so that its world is named as damaged and hides no other world. */
function entryOf(file: string) {
  try {
    return statOf(file)
  } catch {
    return lstatSync(file, { throwIfNoEntry: false })
  }
}

/** Version 0.2 escaped capitals in the names of files: `%571.json` for the world W1. Its content must not be lost. */
function refuseEscaped(place: string, world: string): void {
  const escaped = world.replace(/[A-Z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  for (const kind of escaped === world ? [] : ['json', 'log'])
    if (statOf(join(place, `${escaped}.${kind}`)) !== undefined)
      throw new Problem('unavailable', `${place}: version 0.2 wrote ${escaped}.${kind}: rename it to ${world}.${kind}`)
}

function takeDirectory(directory: string) {
  try {
    makeDirectory(resolve(directory))
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    const place = realpathSync(directory)
    return { place, lock: lockDirectory(place) }
  } catch (error) {
    throw new StartError(`${directory}: the data directory cannot be used: ${messageOf(error)}; choose another directory`, 3)
  }
}

/** Creates a file and removes it. A link that has the file's name is removed, and not followed. */
function writeProbe(place: string): void {
  const probe = join(place, '.probe')
  rmSync(probe, { force: true })
  try {
    writeFileSync(probe, 'ok', { flag: 'wx' })
  } finally {
    rmSync(probe, { force: true })
  }
}

function listWorlds(directory: string, files: readonly string[]): StoredWorld[] {
  const worlds = new Map<string, StoredWorld>()
  for (const file of files) {
    const [, name] = /^(.+)\.(?:json|log)$/.exec(file) ?? []
    const found = isWorldName(name) ? entryOf(join(directory, file)) : undefined
    if (name === undefined || found === undefined) continue
    const { bytes, lastUse } = worlds.get(name) ?? { bytes: 0, lastUse: 0 }
    worlds.set(name, { name, bytes: bytes + found.size, lastUse: Math.max(lastUse, found.mtimeMs) })
  }
  return [...worlds.values()]
}

/** SQLite's code when another connection has the lock. */
const BUSY = 5

/** Throws an error when another sandbox has the lock. */
function lockDirectory(directory: string) {
  const file = join(directory, '.lock.db')
  const { DatabaseSync } = loadSqlite()
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    const held = database
    const ino = statOf(file)?.ino
    return {
      // The file stays: others may have opened it.
      release() {
        if (held.isOpen) held.close()
      },
      // A directory that is removed and made again has lost the lock.
      check() {
        if (statOf(file)?.ino !== ino) throw new Error(`${file} was removed: restart the sandbox`)
      },
    }
  } catch (error) {
    database?.close()
    const isBusy = (error as { errcode?: number }).errcode === BUSY
    const reason = isBusy ? 'another sandbox uses this data directory' : messageOf(error)
    throw new Error(`${file} cannot be locked: ${reason}`)
  }
}

/** Hides the warning of Node.js 22 that this module is experimental. Nobody who starts a sandbox can act on it. */
function loadSqlite() {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
