// The names of a world's files. Capitals are escaped, because some disks take W.json and w.json for the same file.

import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Renames files that have capitals in their names, so that the store finds them. Earlier versions and people write such files. */
export async function escapeCapitals(directory: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const world = /[A-Z]/.test(file) ? worldOf(file) : undefined
    const name = world === undefined ? file : fileNameOf(world.name, world.kind)
    if (name === file) continue
    const taken = await lstat(join(directory, name)).catch(() => undefined)
    if (taken) throw new Error(`${file} and ${name} are both of the world ${world?.name}: move one of them away`)
    await rename(join(directory, file), join(directory, name))
  }
}
