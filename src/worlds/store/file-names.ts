// The names of a world's files. Capitals are escaped, because some disks take W.json and w.json for the same file.

import { lstat, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../errors/problem.ts'
import { isWorldName } from '../../text/world-name.ts'

export type Kind = 'json' | 'log'

export const fileNameOf = (world: string, kind: Kind) =>
  `${world.replace(/[A-Z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}.${kind}`

/** The world that a file belongs to; undefined for the files of others. */
export function worldOf(file: string): { readonly name: string; readonly kind: Kind } | undefined {
  const [, escaped = '', kind] = /^(.+)\.(json|log)$/.exec(file) ?? []
  const name = escaped.replace(/%([45][0-9a-f])/g, (_escape, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return isWorldName(name) ? { name, kind: kind as Kind } : undefined
}

/**
 * Removes what interrupted writes have left of worlds that are not open. Renames files that have capitals in their names, so that the
 * store finds them: earlier versions and people write such files. Returns a sentence for each world whose files keep such names.
 */
export async function tidyDirectory(directory: string, isOpen: (world: string) => boolean): Promise<Map<string, string>> {
  const conflicts = new Map<string, string>()
  for (const file of await readdir(directory)) {
    const interrupted = /^\.(.+)\.tmp$/.exec(file)?.[1]
    const world = worldOf(interrupted ?? file)
    if (world === undefined) continue
    const name = fileNameOf(world.name, world.kind)
    if (interrupted !== undefined) await (isOpen(world.name) || rm(join(directory, file), { force: true }).catch(() => {}))
    else if (name === file) continue
    else if (await lstat(join(directory, name)).catch(() => undefined))
      conflicts.set(world.name, `${file} and ${name} are both of the world ${world.name}: move one of them away`)
    else await rename(join(directory, file), join(directory, name)).catch((error) => conflicts.set(world.name, messageOf(error)))
  }
  return conflicts
}
