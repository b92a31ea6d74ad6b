// A data directory as a store. It has two files for each world, and one lock. Capitals in the names of files are escaped, because
// some disks take W.json and w.json for the same file.

import { constants } from 'node:fs'
import { access, lstat, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { once } from '../../ground/once.ts'
import { messageOf, Problem, StartError } from '../../ground/problem.ts'
import { isWorldName } from '../../ground/world-name.ts'
import { createGate, makeDirectory, statOf } from './disk.ts'
import { FileWorld } from './file-world.ts'
import { DirectoryLock } from './lock.ts'
import type { Store, StoredWorld } from './store.ts'
import { type Shared, WorldFiles } from './world-files.ts'

/** A process may have only 128 descriptors. Most of them are for connections. */
const MAX_TASKS = 8

type Kind = 'json' | 'log'

/**
 * Opens a data directory, and creates it if needed. Throws a StartError when the directory cannot be used, or when another
 * sandbox uses it.
 */
export async function openFileStore(directory: string, { isDurable = false }: { isDurable?: boolean } = {}): Promise<Store> {
  const { place, lock } = await takeDirectory(directory)
  const shared: Shared = { gate: createGate(MAX_TASKS), ensureLock: () => lock.ensure(), isDurable }
  const opened = new Set<string>()
  // Runs when somebody needs the names of all files. A start with many worlds must not wait for it.
  const tidy = once(() => tidyDirectory(place, (world) => opened.has(world)))
  /** A world with capitals in its name may have files under older names. */
  const prepare = async (world: string) => (/[A-Z]/.test(world) ? (await tidy()).get(world) : undefined)
  const filesOf = (world: string) => [join(place, fileNameOf(world, 'json')), join(place, fileNameOf(world, 'log'))] as const
  const inTurn = createGate(1)
  return {
    place,
    async open(world) {
      opened.add(world)
      const conflict = await prepare(world)
      if (conflict !== undefined) throw new Problem('unavailable', `${place}: ${conflict}`)
      const [snapshot, log] = filesOf(world)
      // A link to a file elsewhere stays a link.
      return FileWorld.open(world, new WorldFiles(await realpath(snapshot).catch(() => snapshot), log, shared))
    },
    async has(world) {
      await prepare(world)
      return filesOf(world).some((file) => statOf(file) !== undefined)
    },
    async list() {
      await tidy()
      return listWorlds(place, await readdir(place))
    },
    async delete(world) {
      lock.ensure()
      for (const file of filesOf(world).toReversed()) await rm(file, { force: true })
    },
    check: () => inTurn(() => checkDirectory(place, shared)),
    close: async () => lock.release(),
  }
}

async function takeDirectory(directory: string): Promise<{ readonly place: string; readonly lock: DirectoryLock }> {
  try {
    await makeDirectory(resolve(directory))
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    const place = await realpath(directory)
    const lock = new DirectoryLock(place)
    lock.ensure()
    return { place, lock }
  } catch (error) {
    throw new StartError(
      (optionName) =>
        `${directory}: the data directory cannot be used: ${messageOf(error)}; choose another directory with ${optionName('data')}, or use ${optionName('ephemeral')}`,
      3,
    )
  }
}

/** Creates a file and removes it. A link that has the file's name is removed, and its target is not touched. */
async function checkDirectory(place: string, { gate, ensureLock }: Shared): Promise<void> {
  ensureLock()
  const probe = join(place, '.probe')
  await rm(probe, { force: true })
  await gate(() => writeFile(probe, 'ok', { flag: 'wx' })).finally(() => rm(probe, { force: true }))
}

/**
 * Removes what interrupted writes have left of worlds that are not open. Renames files that have capitals in their names, so that the
 * store finds them: earlier versions and people write such files. Returns a sentence for each world whose files keep such names.
 */
async function tidyDirectory(directory: string, isOpen: (world: string) => boolean): Promise<Map<string, string>> {
  const conflicts = new Map<string, string>()
  for (const file of await readdir(directory)) {
    const interrupted = /^\.(.+)\.tmp$/.exec(file)?.[1]
    const world = worldOf(interrupted ?? file)
    if (world === undefined) continue
    const name = fileNameOf(world.name, world.kind)
    if (interrupted !== undefined) await (isOpen(world.name) || rm(join(directory, file)).catch(() => {}))
    else if (name === file) continue
    else if (await lstat(join(directory, name)).catch(() => undefined))
      conflicts.set(world.name, `${file} and ${name} are both of the world ${world.name}: move one of them away`)
    else await rename(join(directory, file), join(directory, name)).catch((error) => conflicts.set(world.name, messageOf(error)))
  }
  return conflicts
}

const fileNameOf = (world: string, kind: Kind) => `${world.replace(/[A-Z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}.${kind}`

/** The world that a file belongs to; undefined for the files of others. */
function worldOf(file: string): { readonly name: string; readonly kind: Kind } | undefined {
  const [, escaped = '', kind] = /^(.+)\.(json|log)$/.exec(file) ?? []
  const name = escaped.replace(/%([45][0-9a-f])/g, (_escape, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return isWorldName(name) ? { name, kind: kind as Kind } : undefined
}

function listWorlds(directory: string, files: readonly string[]): StoredWorld[] {
  const worlds = new Map<string, StoredWorld>()
  for (const file of files) {
    const name = worldOf(file)?.name
    const found = name === undefined ? undefined : statOf(join(directory, file))
    if (name === undefined || found === undefined) continue
    const { bytes, lastUse } = worlds.get(name) ?? { bytes: 0, lastUse: 0 }
    worlds.set(name, { name, bytes: bytes + found.size, lastUse: Math.max(lastUse, found.mtimeMs) })
  }
  return [...worlds.values()]
}
