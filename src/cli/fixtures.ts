// `petstore-sandbox fixtures`: makes the files that a world starts with.

import type { Command } from 'commander'
import { makeFixtures } from '../sandbox.ts'
import { DEFAULT_SEED } from '../worlds/fixtures.ts'
import { number } from './values.ts'

export function addFixtures(program: Command, process: NodeJS.Process): void {
  program
    .command('fixtures')
    .description('make the fixtures that a world starts with, from a seed number')
    .option('--seed <n>', 'the same number makes the same files', number, DEFAULT_SEED)
    .option('--size <n>', 'number of items of each kind; default: 15 animals and 5 orders', number)
    .option('--out <dir>', 'the directory to write to', 'fixtures')
    .action(async ({ seed, size, out }: { seed: number; size?: number; out: string }) => {
      for (const file of await makeFixtures(out, { seed, ...(size !== undefined && { size }) })) process.stdout.write(`${file}\n`)
    })
}
