// Worlds as files: <world>.json, written whole by lowdb and readable, and <world>.log, one change a line since.
// Written means handed to the operating system. A torn last line is dropped; any other damage is refused.

import { constants, existsSync, fstatSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { TextFile } from 'lowdb/node'
import { decodeText, renderJson } from '../../json.ts'
import { messageOf, StartError } from '../../problem.ts'
import { isWorldName } from '../../world-name.ts'
import { takeLock } from './lock.ts'
import type { Snapshot, Store } from './store.ts'
import { parseSnapshot, readLog, readRegular, refuseDamaged, renderSnapshot } from './world-files.ts'

/** A log is long when it outgrows both this and the snapshot, so that folding costs a change the same at any size. */
const LONG_LOG_BYTES = 4 * 1024 * 1024

interface Log {
  readonly handle: FileHandle
  /** Bytes of acknowledged lines. */
  size: number
  /** Whether a write failed, so that more than those may stand in the file. */
  torn: boolean
}

/** Opens a data directory, made if need be. A StartError says when it cannot be used, or when another sandbox has it. */
export async function openFileStore(directory: string): Promise<Store> {
  await prepareDirectory(directory)
  const unlock = await takeLock(directory)
  if (unlock === undefined)
    throw new StartError(`${directory}: another sandbox uses this data directory: stop it, or give this one its own with --data`, 3)
  const logs = new Map<string, Log>()
  const snapshotSizes = new Map<string, number>()
  const logFile = (world: string) => join(directory, `${world}.log`)
  const snapshotFile = (world: string) => join(directory, `${world}.json`)

  async function openLog(world: string): Promise<Log> {
    const known = logs.get(world)
    if (known) return known
    const handle = await open(logFile(world), 'a')
    const log = { handle, size: (await handle.stat()).size, torn: false }
    logs.set(world, log)
    return log
  }

  async function closeLog(world: string): Promise<void> {
    const log = logs.get(world)
    if (log?.torn) await restore(log).catch(() => {})
    await log?.handle.close()
    logs.delete(world)
  }

  const database = (world: string) =>
    new Low<Snapshot | null>(
      createAdapter(snapshotFile(world), (bytes) => snapshotSizes.set(world, bytes)),
      null,
    )

  return {
    async load(world) {
      const snapshot = database(world)
      await snapshot.read().catch((error) => refuseDamaged(snapshotFile(world), error))
      const { changes, notice } = await readLog(logFile(world))
      if (snapshot.data === null && changes.length === 0) return undefined
      return { ...(snapshot.data && { snapshot: snapshot.data }), changes, ...(notice && { notice }) }
    },

    async append(world, changes) {
      const log = await openLog(world)
      const lines = Buffer.from(changes.map((change) => `${renderJson(change)}\n`).join(''))
      // Into a file that somebody has deleted a change could be written, and never read again.
      if (fstatSync(log.handle.fd).nlink === 0) throw new Error(`${logFile(world)} was deleted while the sandbox was running`)
      // A half-written line must not stand before the next whole one, nor a refused one come back at the next start.
      if (log.torn) await restore(log)
      log.torn = true
      await log.handle.appendFile(lines).catch(async (error) => {
        await restore(log).catch(() => {})
        throw error
      })
      log.torn = false
      log.size += lines.length
    },

    isLong: (world) => (logs.get(world)?.size ?? 0) > Math.max(LONG_LOG_BYTES, snapshotSizes.get(world) ?? 0),

    async fold(world, snapshot) {
      const target = database(world)
      target.data = snapshot
      await target.write()
      await closeLog(world)
      await rm(logFile(world), { force: true })
    },

    async check() {
      const probe = join(directory, '.probe')
      await writeFile(probe, 'ok')
      await rm(probe, { force: true })
    },

    async list() {
      const names = await readdir(directory)
      return [...new Set(names.filter((name) => /^[^.].*\.(json|log)$/.test(name)).map((name) => name.replace(/\.(json|log)$/, '')))]
        .filter(isWorldName)
        .sort()
    },

    placeOf: (world, change) => (change === undefined ? snapshotFile(world) : `${logFile(world)}:${change + 1}`),

    async close() {
      for (const world of [...logs.keys()]) await closeLog(world)
      await unlock()
    },
  }
}

/** Cuts off what a failed write may have left. */
async function restore(log: Log): Promise<void> {
  await log.handle.truncate(log.size)
  log.torn = false
}

async function prepareDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(resolve(directory))
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `${directory}: the data directory cannot be used: ${messageOf(error)}; name another with --data, or use --ephemeral`,
      3,
    )
  }
}

/** One after the other: asked for all at once, Node.js never comes back from a place such as /proc. */
async function makeDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return
  await makeDirectory(dirname(directory))
  await mkdir(directory)
}

/** lowdb's text file under our own codec: its JSON adapters round int64. */
function createAdapter(file: string, wrote: (bytes: number) => void): Adapter<Snapshot | null> {
  const text = new TextFile(file)
  return {
    async read() {
      const found = await readRegular(file)
      if (found === undefined) return null
      wrote(found.length)
      return parseSnapshot(decodeText(found))
    },
    async write(snapshot) {
      const rendered = renderSnapshot(snapshot as Snapshot)
      await text.write(rendered)
      wrote(rendered.length)
    },
  }
}
