// Loaded into the sandbox before its start. On SIGUSR2 it runs the garbage collector, and writes the size of the memory that is
// left to a file. The query of the module's URL names the file. The resident memory alone would not show whether memory is in
// use or only not collected yet.

import { renameSync, writeFileSync } from 'node:fs'

const file = String(new URL(import.meta.url).searchParams.get('file'))

process.on('SIGUSR2', () => {
  // The second run frees the objects that the finalizers of the first run released.
  for (let run = 0; run < 2; run += 1) (globalThis as { gc?: () => void }).gc?.()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(`${file}.part`, String(heapUsed + external))
  renameSync(`${file}.part`, file)
})
