// Files and directories of the operating system, whatever their content.

import { closeSync, fdatasync, ftruncateSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Creates the directories above it too. The error names a file in the way. Node.js's `mkdir` with `recursive` never ends below /proc. */
export function makeDirectory(path: string): void {
  const found = statOf(path)
  if (found?.isDirectory()) return
  if (found) throw new Error(`${path} is a file, not a directory`)
  makeDirectory(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Undefined when there is no file. Synchronous, so that nothing happens between this check and a write. */
export const statOf = (file: string) => statSync(file, { throwIfNoEntry: false })

export const sizeOf = (file: string) => statOf(file)?.size ?? 0

/**
 * Writes all of the new content or nothing, by way of a temporary file. A link that has the name of the temporary file is removed, and
 * not followed. A durable write is on the disk when it resolves.
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
  if (isDurable) await syncDirectory(dirname(file))
}

/** Then its new names, and the removal of old ones, are on the disk. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, and needs no sync of it.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

const syncData = promisify(fdatasync)

/**
 * `size` is the size of the file, which it has again after a rejection. Only the sync to the disk is left to another thread, because
 * asking one takes longer than the other calls.
 */
export async function append(file: string, size: number, bytes: Buffer, isDurable: boolean): Promise<void> {
  const opened = openSync(file, 'a')
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(opened, bytes, written)
    if (isDurable) await syncData(opened)
  } catch (error) {
    ftruncateSync(opened, size)
    throw error
  } finally {
    closeSync(opened)
  }
}
