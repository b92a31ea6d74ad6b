// Creates directories. Node.js's own `mkdir` with `recursive` never ends below /proc.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a directory and the missing directories above it. Resolves with false when it was there. Rejects with an error that names a file in the way. */
export async function makeDirectory(path: string): Promise<boolean> {
  if (await isDirectory(path)) return false
  await makeDirectory(dirname(path))
  try {
    await mkdir(path)
    return true
  } catch (error) {
    // Another process may have created the directory in the meantime.
    if (!(await isDirectory(path))) throw error
    return false
  }
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || found.isDirectory()) return found !== undefined
  throw new Error(`${path} is a file, not a directory`)
}
