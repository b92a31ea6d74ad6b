// `petstore-sandbox fixtures`: makes the files that a world starts with.

import { type Command, InvalidArgumentError } from 'commander'
import { DEFAULT_SEED, makeFixtures } from '../sandbox.ts'

export function addFixtures(program: Command, process: NodeJS.Process): void {
  program
    .command('fixtures')
    .description('make the fixtures that a world starts with, from a seed number')
    .option('--seed <n>', 'the same number makes the same files', wholeNumber, DEFAULT_SEED)
    .option('--size <n>', 'how many of each kind; default: 15 animals and 5 orders', wholeNumber)
    .option('--out <dir>', 'where to write them', 'fixtures')
    .action(async ({ seed, size, out }: { seed: number; size?: number; out: string }) => {
      for (const file of await makeFixtures(out, { seed, ...(size !== undefined && { size }) })) process.stdout.write(`${file}\n`)
    })
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
