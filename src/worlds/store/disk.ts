// Files of the operating system, for the stores. This file does not know the content of the files.

import { closeSync, fdatasync, ftruncateSync, mkdirSync, openSync, statSync, write } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Creates a directory and the missing directories above it. Throws an error that names a file in the way. Node.js's own `mkdir` with
 * `recursive` never ends below /proc.
 */
export function makeDirectory(path: string): void {
  const found = statOf(path)
  if (found?.isDirectory()) return
  if (found) throw new Error(`${path} is a file, not a directory`)
  makeDirectory(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have created the directory in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The state of a file; undefined when there is no file. Synchronous, so that no change can happen between this check and a write. */
export const statOf = (file: string) => statSync(file, { throwIfNoEntry: false })

/**
 * Writes a whole file: all of the new content, or nothing. A durable write is on the disk when it resolves. The content is written to a
 * temporary file first. A link that has the name of the temporary file is removed, and not followed.
 */
export async function writeWhole(file: string, content: string | Uint8Array, isDurable: boolean): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.tmp`)
  await rm(temporary, { force: true })
  await writeFile(temporary, content, { flag: 'wx', flush: isDurable }).catch(async (error) => {
    // On a full disk, half a file would take the space that other changes need.
    await rm(temporary).catch(() => {})
    throw error
  })
  await rename(temporary, file)
  // Windows cannot open a directory, and needs no sync of it.
  if (!isDurable || process.platform === 'win32') return
  const handle = await open(dirname(file), 'r')
  await handle.sync().finally(() => handle.close())
}

const writeTo = promisify(write)
const syncData = promisify(fdatasync)

/**
 * Appends bytes to a file of this size. After a rejection the file has this size again. Opening and closing are synchronous, because
 * asking another thread takes longer.
 */
export async function append(file: string, size: number, bytes: Buffer, isDurable: boolean): Promise<void> {
  const opened = openSync(file, 'a')
  try {
    for (let written = 0; written < bytes.length; ) written += (await writeTo(opened, bytes, written)).bytesWritten
    if (isDurable) await syncData(opened)
  } catch (error) {
    ftruncateSync(opened, size)
    throw error
  } finally {
    closeSync(opened)
  }
}
