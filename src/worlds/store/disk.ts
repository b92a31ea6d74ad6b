// Files and links of the operating system, for the stores. This file does not know the content of the files.

import { constants, statSync } from 'node:fs'
import { access, lstat, mkdir, readdir, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * Returns the path of the directory without links, and creates the directory if needed. Rejects when files cannot be
 * written in the directory.
 */
export async function prepareDirectory(directory: string): Promise<string> {
  const target = await followLink(resolve(directory))
  await mkdir(target, { recursive: true })
  await access(target, constants.R_OK | constants.W_OK | constants.X_OK)
  return realpath(target)
}

/** Linux follows this many links in a row. */
const MAX_LINKS = 40

/** The target of a path, with links followed. The target may be missing. */
export async function followLink(path: string): Promise<string> {
  let at = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const found = await lstat(at).catch((error) => (error.code === 'ENOTDIR' ? undefined : ignoreMissing(error)))
    if (!found?.isSymbolicLink()) return at
    at = resolve(dirname(at), await readlink(at))
  }
  throw new Error(`${path}: it leads through too many links`)
}

/** The bytes of a file; undefined when there is no file. Only regular files are read, because a device may have no end. */
export async function readRegular(file: string): Promise<Buffer | undefined> {
  const found = await stat(file).catch(ignoreMissing)
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Error('it is not a regular file')
  return readFile(file)
}

/**
 * The size of a file in bytes; undefined when there is no file. Synchronous, so that no change can happen between this
 * check and the write after it.
 */
export const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size

/** Removes temporary files that an interrupted write may have left for the matching files. */
export async function removeLeftovers(directory: string, isOurs: (file: string) => boolean): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = /^\.(.+)\.tmp$/.exec(name)?.[1]
    if (file !== undefined && isOurs(file)) await rm(join(directory, name), { force: true })
  }
}

/** The temporary file beside a file. It holds the next content until that content is complete. */
export const temporaryOf = (file: string) => join(dirname(file), `.${basename(file)}.tmp`)

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Creates a function that runs at most `limit` tasks at once; further tasks wait. Each task holds a file open, and a
 * process has few descriptors.
 */
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
