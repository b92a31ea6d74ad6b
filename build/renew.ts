// Builds a folder, unless the folder is newer than the sources.

import { chmodSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A folder changes when one of its files is deleted, and the lock file in node_modules changes with each installation. */
const SOURCES = ['{bin,build,docs,fixtures,scenarios,skills,spec,src}/**', '*.{json,md}', 'node_modules/.package-lock.json']

/** Two builders may run at once: each builds in a folder of its own, and the one that is ready first puts it in place. */
export async function renew(directory: string, build: (own: string) => Promise<unknown>): Promise<void> {
  if (isNewest(directory)) return
  mkdirSync(dirname(directory), { recursive: true })
  const began = new Date()
  const own = mkdtempSync(`${directory}-`)
  try {
    await build(own)
    // A source that changes during the build is newer than the folder. Another user may read the folder, as one test does.
    utimesSync(own, began, began)
    chmodSync(own, 0o755)
    if (!isNewest(directory)) replace(directory, own)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function replace(directory: string, own: string): void {
  rmSync(directory, { recursive: true, force: true })
  try {
    renameSync(own, directory)
  } catch (error) {
    // Another builder has put its folder in place a moment ago.
    if (!isNewest(directory)) throw error
  }
}

function isNewest(directory: string): boolean {
  const built = changeOf(directory)
  return globSync(SOURCES, { cwd: ROOT }).every((path) => changeOf(join(ROOT, path)) < built)
}

/** When a file or folder was changed: 0 for one that is missing. */
const changeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
