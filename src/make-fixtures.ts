// Makes the files with the content of a new world, for the command `fixtures`.

import { recipes } from './operations/fixtures.ts'
import { readOptions } from './options/read-options.ts'
import type { SandboxOptions } from './options/table.ts'
import { createFixtures, writeFixtures } from './worlds/fixtures.ts'

/** Resolves with the names of the files. */
export async function makeFixtures(directory: string, options: Pick<SandboxOptions, 'seed' | 'size'>): Promise<string[]> {
  const { seed, size } = readOptions(options)
  return writeFixtures(directory, await createFixtures(recipes, { seed, size }))
}
