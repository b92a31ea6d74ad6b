// A data directory as a store. It has two files for each world, and one lock.

import { readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, StartError } from '../../errors/problem.ts'
import { createGate, prepareDirectory, removeLeftovers } from './disk.ts'
import { FileAdapter } from './file-adapter.ts'
import { escapeCapitals, fileNameOf, worldOf } from './file-names.ts'
import { DirectoryLock } from './lock.ts'
import { LowWorld } from './low-world.ts'
import type { Store, StoredWorld, WorldStore } from './store.ts'
import type { Shared } from './world-files.ts'

/** A process may have only 128 descriptors. Most of them are for connections. */
const MAX_TASKS = 8

/**
 * Opens a data directory, and creates it if needed. Throws a StartError when the directory cannot be used, or when another
 * sandbox uses it.
 */
export async function openFileStore(directory: string, { isDurable = false }: { isDurable?: boolean } = {}): Promise<Store> {
  try {
    const place = await prepareDirectory(directory)
    const lock = new DirectoryLock(place)
    if (lock.take()) {
      const files = await readdir(place)
      await removeLeftovers(place, files, (file) => worldOf(file) !== undefined)
      await escapeCapitals(place, files)
      return new FileStore(place, lock, isDurable)
    }
  } catch (error) {
    throw new StartError(
      (optionName) =>
        `${directory}: the data directory cannot be used: ${messageOf(error)}; choose another directory with ${optionName('data')}, or use ${optionName('ephemeral')}`,
      3,
    )
  }
  throw new StartError(
    (optionName) => `${directory}: ${HELD}: stop that sandbox, or choose another directory with ${optionName('data')}`,
    3,
  )
}

const HELD = 'another sandbox uses this data directory'

class FileStore implements Store {
  readonly place: string
  readonly #lock: DirectoryLock
  readonly #shared: Shared
  #checking: Promise<void> | undefined

  constructor(place: string, lock: DirectoryLock, isDurable: boolean) {
    this.place = place
    this.#lock = lock
    this.#shared = { gate: createGate(MAX_TASKS), ensureLock: () => this.#ensureLock(), isDurable }
  }

  async open(world: string): Promise<WorldStore> {
    const [snapshot = '', log = ''] = this.#filesOf(world)
    // A link to a file elsewhere stays a link.
    return LowWorld.open(new FileAdapter(world, await realpath(snapshot).catch(() => snapshot), log, this.#shared))
  }

  async has(world: string): Promise<boolean> {
    const found = await Promise.all(this.#filesOf(world).map((file) => stat(file).catch(() => undefined)))
    return found.some((one) => one !== undefined)
  }

  async list(): Promise<StoredWorld[]> {
    const worlds = new Map<string, StoredWorld>()
    for (const file of await readdir(this.place)) {
      const name = worldOf(file)?.name
      const found = name === undefined ? undefined : await stat(join(this.place, file)).catch(() => undefined)
      if (name === undefined || found === undefined) continue
      const { bytes, lastUse } = worlds.get(name) ?? { bytes: 0, lastUse: 0 }
      worlds.set(name, { name, bytes: bytes + found.size, lastUse: Math.max(lastUse, found.mtimeMs) })
    }
    return [...worlds.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async delete(world: string): Promise<void> {
    this.#ensureLock()
    for (const file of this.#filesOf(world).reverse()) await rm(file, { force: true })
  }

  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async close(): Promise<void> {
    this.#lock.release()
  }

  /** Creates a file and removes it. A link that has the file's name is removed, and its target is not touched. */
  async #check(): Promise<void> {
    this.#ensureLock()
    const probe = join(this.place, '.probe')
    await rm(probe, { force: true })
    await this.#shared.gate(() => writeFile(probe, 'ok', { flag: 'wx' })).finally(() => rm(probe, { force: true }))
  }

  #filesOf(world: string): string[] {
    return [join(this.place, fileNameOf(world, 'json')), join(this.place, fileNameOf(world, 'log'))]
  }

  #ensureLock(): void {
    if (!this.#lock.take()) throw new Error(`${this.place}: ${HELD}`)
  }
}
