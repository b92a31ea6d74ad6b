// Worlds as files: <world>.json, written whole by lowdb and readable, and <world>.log, one change a line since.
// Written means handed to the operating system. A torn last line is dropped; any other damage is refused.

import { constants, existsSync, fstatSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { TextFile } from 'lowdb/node'
import { decodeText, parseJson, renderJson } from '../json.ts'
import { messageOf, Problem, StartError } from '../problem.ts'
import { isWorldName } from '../world-name.ts'
import type { Id, Item } from './collection.ts'
import { takeLock } from './lock.ts'
import type { Change, Saved, Snapshot, Store } from './store.ts'

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
    place: directory,

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

/** One item a line, so that people can read, search and compare the file. */
function renderSnapshot({ collections, nextIds }: Snapshot): string {
  const lists = Object.entries(collections).map(
    ([name, items]) => `${renderJson(name)}: [\n${items.map((item) => renderJson(item)).join(',\n')}\n]`,
  )
  return `{"nextIds": ${renderJson(nextIds)},\n"collections": {\n${lists.join(',\n')}\n}}\n`
}

function parseSnapshot(text: string): Snapshot {
  const value = parseJson(text)
  if (!isSnapshot(value))
    throw new SyntaxError('it must hold "nextIds", with one integer per collection, and "collections", with one array each')
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is Id => Number.isInteger(value) || typeof value === 'bigint'

/** The shape only: whether the items fit the contract is for whoever knows it. */
const isSnapshot = (value: unknown): value is Snapshot =>
  isObject(value) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isId) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))

/** The bytes of a file; undefined when there is none. What is no regular file may have no end. */
async function readRegular(file: string): Promise<Buffer | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Error('it is no regular file')
  return readFile(file)
}

/** Lines as bytes: what is no UTF-8 in one of them must be named, not mended. */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0, end = bytes.indexOf(10); end !== -1; start = end + 1, end = bytes.indexOf(10, start)) yield bytes.subarray(start, end)
}

async function readLog(file: string): Promise<Pick<Saved, 'changes' | 'notice'>> {
  const bytes = (await readRegular(file).catch((error) => refuseDamaged(file, error))) ?? Buffer.alloc(0)
  const whole = bytes.lastIndexOf(10) + 1
  const changes = [...linesOf(bytes)].map((line, index) => {
    try {
      return parseChange(decodeText(line))
    } catch (error) {
      return refuseDamaged(`${file}:${index + 1}`, error)
    }
  })
  if (whole === bytes.length) return { changes }
  await truncate(file, whole)
  return {
    changes,
    notice: `${file}: the last line was cut short (${bytes.length - whole} bytes): a change that was never acknowledged is dropped`,
  }
}

function parseChange(line: string): Change {
  const { put, item, set } = (parseJson(line) ?? {}) as Partial<Record<string, unknown>>
  if (typeof put === 'string' && isObject(item) && isId(item.id)) return { put, item: item as Item }
  if (isSnapshot(set)) return { set }
  throw new SyntaxError('it must hold "put" and an "item" with an id, or "set" with all collections')
}

function refuseDamaged(place: string, error: unknown): never {
  throw new Problem(
    'unavailable',
    `${place}: this stored world cannot be read: ${messageOf(error)}. Mend the file, or move it away to start the world anew`,
    { cause: error },
  )
}
