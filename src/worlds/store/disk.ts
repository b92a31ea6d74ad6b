// Files and links of the operating system, as a store needs them. It knows the disk, and nothing of what files hold.

import { constants, statSync } from 'node:fs'
import { access, lstat, readdir, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeDirectory } from '../../files/make-directory.ts'

/** The directory itself, made if need be, without links in its path. Rejects when files cannot be written in it. */
export async function prepareDirectory(directory: string): Promise<string> {
  const target = await followLink(resolve(directory))
  await makeDirectory(target)
  await access(target, constants.R_OK | constants.W_OK | constants.X_OK)
  return realpath(target)
}

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40

/** Where a path leads to. Nothing needs to stand there yet. */
export async function followLink(path: string): Promise<string> {
  let at = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const found = await lstat(at).catch((error) => (error.code === 'ENOTDIR' ? undefined : ignoreMissing(error)))
    if (!found?.isSymbolicLink()) return at
    at = resolve(dirname(at), await readlink(at))
  }
  throw new Error(`${path}: too many links follow one another`)
}

/** The bytes of a file; undefined when there is none. A device may have no end: only regular files are read. */
export async function readRegular(file: string): Promise<Buffer | undefined> {
  const found = await stat(file).catch(ignoreMissing)
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Error('it is no regular file')
  return readFile(file)
}

/** The size of a file in bytes; undefined when there is none. It does not wait: the answer must hold for the write that follows. */
export const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size

/** Removes what a write that was interrupted may have left beside the files that match. */
export async function removeLeftovers(directory: string, isOurs: (file: string) => boolean): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = /^\.(.+)\.tmp$/.exec(name)?.[1]
    if (file !== undefined && isOurs(file)) await rm(join(directory, name), { force: true })
  }
}

/** The file beside another one that holds its next content until that is whole. */
export const temporaryOf = (file: string) => join(dirname(file), `.${basename(file)}.tmp`)

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Lets so many tasks run at once, and the others wait: each holds a file open, and a process has few descriptors. */
export function createGate(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async function pass(task) {
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
