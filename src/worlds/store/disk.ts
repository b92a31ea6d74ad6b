// Files and links of the operating system, for the stores. This file does not know the content of the files.

import { constants, statSync } from 'node:fs'
import { access, type FileHandle, lstat, open, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeDirectory } from './make-directory.ts'

/**
 * Returns the path of the directory without links, and creates the directory if needed. Rejects when files cannot be
 * written in the directory.
 */
export async function prepareDirectory(directory: string): Promise<string> {
  const target = await followLink(resolve(directory))
  await makeDirectory(target)
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

/**
 * Writes a whole file: all of the new content, or nothing. A durable write is on the disk when it resolves, and not only
 * with the operating system. A link that has the name of the temporary file is removed, and its target is not touched.
 */
export async function writeWhole(file: string, chunks: Iterable<string | Uint8Array>, isDurable: boolean): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.tmp`)
  await rm(temporary, { force: true })
  try {
    const handle = await open(temporary, 'wx')
    try {
      for (const chunk of chunks) await handle.appendFile(chunk)
      if (isDurable) await handle.datasync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    // On a full disk, half a file would take the space that other changes need.
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  if (isDurable) await syncDirectory(dirname(file))
}

/** Windows cannot open a directory, and needs no sync of it. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Writes all bytes. This is faster than Node.js's own `appendFile`. */
export async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) written += (await file.write(bytes, written)).bytesWritten
}

/** The bytes between two places of a file. */
export async function readPart(file: string, start: number, end: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
    if (bytesRead < end - start) throw new Error(`${file} is shorter than it was`)
    return buffer
  } finally {
    await handle.close()
  }
}

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
