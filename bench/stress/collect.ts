// Loaded into the sandbox before it starts: on SIGUSR2 the garbage collector runs, and what is left is written to the file
// that the query of this module's address names.
// The resident set alone would not show whether memory is kept or only not collected yet.

import { renameSync, writeFileSync } from 'node:fs'

const file = String(new URL(import.meta.url).searchParams.get('file'))

process.on('SIGUSR2', () => {
  // The second run frees what finalizers of the first one let go.
  for (let run = 0; run < 2; run += 1) (globalThis as { gc?: () => void }).gc?.()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(`${file}.part`, String(heapUsed + external))
  renameSync(`${file}.part`, file)
})
