// `petstore-sandbox worlds`: lists the worlds of a running sandbox, or copies the worlds of a stopped one to another store.

import type { Command } from 'commander'
import type { ClockState, WorldState } from '../ground/generated/control.ts'
import { count, withCommas } from '../ground/words.ts'
import { copyWorlds } from '../worlds/store/open-store.ts'
import { type DriveOptions, drive, withSandbox } from './drive.ts'
import { type Column, createTable, type Output } from './output.ts'

const EXAMPLES = `
Examples:
  petstore-sandbox worlds
  petstore-sandbox worlds --url https://sandbox.example:4010
  petstore-sandbox worlds | jq -r .name
  petstore-sandbox worlds copy --from data --to redis://127.0.0.1:6379/0`

export function addWorlds(program: Command, process: NodeJS.Process): void {
  const worlds = program.command('worlds')
  worlds
    .command('copy')
    .description('copy all worlds of one store to another store; the sandbox must be stopped')
    .requiredOption('--from <store>', 'a data directory, or a URL such as redis://host:6379/0')
    .requiredOption('--to <store>', 'the same, for the copies; it must have no world of the same name')
    .action(async ({ from, to }: { from: string; to: string }) => {
      let copied = 0
      for await (const name of copyWorlds(from, to)) {
        process.stdout.write(`${name}\n`)
        copied += 1
      }
      process.stderr.write(copied === 0 ? 'note: nothing to copy: --from has no world\n' : `note: ${count(copied, 'world')} copied\n`)
    })
  withSandbox(worlds.description('list the worlds of a running sandbox'))
    .addHelpText('after', EXAMPLES)
    .action((options: DriveOptions) =>
      drive(options, process, async ({ worlds }, output) => writeWorlds(await worlds.list(), output, 'there are no worlds yet')),
    )
}

export const writeWorlds = (worlds: readonly WorldState[], output: Output, none: string): Promise<void> =>
  output.show(worlds, () => (worlds.length === 0 ? [none] : createTable(COLUMNS, output)(worlds)))

const COLUMNS: readonly Column<WorldState>[] = [
  { name: 'WORLD', cell: ({ name }) => name },
  {
    name: 'STATE',
    cell: ({ alive, damage }) => (damage === undefined ? [alive ? 'in memory' : 'kept', alive ? 'green' : 'dim'] : ['damaged', 'red']),
  },
  { name: 'BYTES', cell: ({ bytes }) => withCommas(bytes) },
  { name: 'LAST USE', cell: ({ lastUse }) => [showTime(lastUse), 'dim'] },
  { name: 'CLOCK', cell: ({ clock }) => (clock === undefined ? '' : isReal(clock) ? ['real time', 'dim'] : showClock(clock)) },
  { name: 'SCENARIOS OR DAMAGE', isFlexible: true, cell: ({ scenarios, damage }) => damage ?? scenarios.join(', ') },
]

/** Without the fraction of the second. */
const showTime = (time: string) => time.replace(/\.\d+Z$/, 'Z')

/** `2030-12-05T00:00:01Z frozen` */
export const showClock = ({ now, frozen }: ClockState) => `${showTime(now)}${frozen ? ' frozen' : ''}`

/** When nobody has set the clock, it differs from real time only by the time that the reply takes. */
const isReal = ({ now, frozen }: ClockState) => !frozen && Math.abs(Date.parse(now) - Date.now()) < NEAR_MS

const NEAR_MS = 5000
