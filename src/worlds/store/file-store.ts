// A data directory as a store. It has two files for each world, and one lock.

import { constants } from 'node:fs'
import { access, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { messageOf, Problem, StartError } from '../../errors/problem.ts'
import { runWithPauses } from '../pauses.ts'
import { createGate, makeDirectory, statOf } from './disk.ts'
import { FileAdapter } from './file-adapter.ts'
import { fileNameOf, tidyDirectory, worldOf } from './file-names.ts'
import { DirectoryLock } from './lock.ts'
import { openLowWorld } from './low-world.ts'
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
    await makeDirectory(resolve(directory))
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    const place = await realpath(directory)
    const lock = new DirectoryLock(place)
    lock.ensure()
    return new FileStore(place, lock, isDurable)
  } catch (error) {
    throw new StartError(
      (optionName) =>
        `${directory}: the data directory cannot be used: ${messageOf(error)}; choose another directory with ${optionName('data')}, or use ${optionName('ephemeral')}`,
      3,
    )
  }
}

class FileStore implements Store {
  readonly place: string
  readonly #lock: DirectoryLock
  readonly #shared: Shared
  #checking: Promise<void> | undefined
  /** Runs when somebody needs the names of all files. A start with many worlds must not wait for it. */
  #tidying: Promise<Map<string, string>> | undefined
  /** The worlds that this process has opened. */
  readonly #opened = new Set<string>()

  constructor(place: string, lock: DirectoryLock, isDurable: boolean) {
    this.place = place
    this.#lock = lock
    this.#shared = { gate: createGate(MAX_TASKS), ensureLock: () => lock.ensure(), isDurable }
  }

  async open(world: string): Promise<WorldStore> {
    this.#opened.add(world)
    const conflict = (await this.#prepare(world))?.get(world)
    if (conflict !== undefined) throw new Problem('unavailable', `${this.place}: ${conflict}`)
    const [snapshot = '', log = ''] = this.#filesOf(world)
    // A link to a file elsewhere stays a link.
    return openLowWorld(new FileAdapter(world, await realpath(snapshot).catch(() => snapshot), log, this.#shared))
  }

  async has(world: string): Promise<boolean> {
    await this.#prepare(world)
    return this.#filesOf(world).some((file) => statOf(file) !== undefined)
  }

  async list(): Promise<StoredWorld[]> {
    await this.#tidy()
    return runWithPauses(listWorlds(this.place, await readdir(this.place)))
  }

  async delete(world: string): Promise<void> {
    this.#lock.ensure()
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
    this.#lock.ensure()
    const probe = join(this.place, '.probe')
    await rm(probe, { force: true })
    await this.#shared.gate(() => writeFile(probe, 'ok', { flag: 'wx' })).finally(() => rm(probe, { force: true }))
  }

  /** A world with capitals in its name may have files under older names. */
  #prepare(world: string): Promise<Map<string, string>> | undefined {
    return /[A-Z]/.test(world) ? this.#tidy() : this.#tidying
  }

  #tidy(): Promise<Map<string, string>> {
    this.#tidying ??= tidyDirectory(this.place, (world) => this.#opened.has(world))
    return this.#tidying
  }

  #filesOf(world: string): string[] {
    return [join(this.place, fileNameOf(world, 'json')), join(this.place, fileNameOf(world, 'log'))]
  }
}

function* listWorlds(directory: string, files: readonly string[]): Generator<void, StoredWorld[]> {
  const worlds = new Map<string, StoredWorld>()
  for (const file of files) {
    yield
    const name = worldOf(file)?.name
    const found = name === undefined ? undefined : statOf(join(directory, file))
    if (name === undefined || found === undefined) continue
    const { bytes, lastUse } = worlds.get(name) ?? { bytes: 0, lastUse: 0 }
    worlds.set(name, { name, bytes: bytes + found.size, lastUse: Math.max(lastUse, found.mtimeMs) })
  }
  return [...worlds.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
