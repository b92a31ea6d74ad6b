// Makes directories. Node.js has this too, but below /proc its `mkdir` with `recursive` never ends.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a directory, and first those above it. Rejects with an error that names the file in the way. */
export async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return
  await makeDirectory(dirname(path))
  try {
    await mkdir(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isDirectory(path))) throw error
  }
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || found.isDirectory()) return found !== undefined
  throw new Error(`${path} is a file, not a directory`)
}
