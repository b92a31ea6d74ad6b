// `petstore-sandbox reset`: resets worlds of a running sandbox to their beginning.

import type { Command } from 'commander'
import { printable } from '../ground/printable.ts'
import { StartError } from '../ground/problem.ts'
import { type DriveOptions, describeMissing, drive, withSandbox } from './drive.ts'
import { writeWorlds } from './worlds.ts'

const EXAMPLES = `
Examples:
  petstore-sandbox reset w1 w2
  petstore-sandbox reset --all`

export function addReset(program: Command, process: NodeJS.Process): void {
  withSandbox(program.command('reset'))
    .description('reset worlds to their beginning: data, clock, limits, choices, scenarios and journal')
    .argument('[world...]', 'the worlds')
    .option('--all', 'all worlds, also those that are only on disk')
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], { all = false, ...options }: DriveOptions & { all?: boolean }) => {
      if (all && names.length > 0) throw new StartError('worlds and --all cannot be combined: leave out one of them')
      if (!all && names.length === 0) throw new StartError('name the worlds to reset, or give --all')
      await drive(options, process, async (sandbox, output) => {
        const there: string[] = []
        for (const name of names) {
          const message = await describeMissing(sandbox, name)
          if (message === undefined) there.push(name)
          else process.stderr.write(`note: nothing to reset: ${printable(message)}\n`)
        }
        const reset = all ? await sandbox.worlds.reset() : await Promise.all(there.map((name) => sandbox.world(name).reset()))
        await writeWorlds(reset, output, all ? 'all worlds were reset; none was in memory' : 'no world was reset')
      })
    })
}
