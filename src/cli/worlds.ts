// `petstore-sandbox worlds`: lists the worlds of a running sandbox, or copies the worlds of a stopped one to another store.

import type { Command } from 'commander'
import type { ClockState, WorldState } from '../client/states.ts'
import { copyWorlds } from '../worlds/store/open-store.ts'
import { type DriveOptions, drive, withSandbox } from './drive.ts'
import type { Output } from './output.ts'
import { type Cell, createTable } from './table.ts'

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
      for await (const name of copyWorlds(from, to)) process.stdout.write(`${name}\n`)
    })
  withSandbox(worlds.description('list the worlds of a running sandbox'))
    .addHelpText('after', EXAMPLES)
    .action((options: DriveOptions) =>
      drive(options, process, async ({ worlds }, output) => writeWorlds(await worlds.list(), output, 'there are no worlds yet')),
    )
}

/** Writes worlds as a table, or each world as one line of JSON. */
export const writeWorlds = (worlds: readonly WorldState[], output: Output, none: string): Promise<void> =>
  output.show(worlds, () => (worlds.length === 0 ? `${none}\n` : createTable(COLUMNS, output)(worlds.map(renderWorld))))

const COLUMNS = [
  { name: 'WORLD' },
  { name: 'STATE' },
  { name: 'BYTES', isNumber: true },
  { name: 'LAST USE' },
  { name: 'CLOCK' },
  { name: 'SCENARIOS', isFlexible: true },
]

const renderWorld = ({ name, alive, bytes, lastUse, scenarios, clock, damage }: WorldState): Cell[] => [
  name,
  damage === undefined ? [alive ? 'in memory' : 'kept', alive ? 'green' : 'dim'] : ['damaged', 'red'],
  bytes.toLocaleString('en'),
  [showTime(lastUse), 'dim'],
  clock === undefined ? '' : showClock(clock),
  damage ?? scenarios.join(', '),
]

/** A time as text, without the fraction of the second. */
export const showTime = (time: string) => time.replace(/\.\d+Z$/, 'Z')

/** The time of the clock, or `real time` when nobody has set the clock. */
const showClock = ({ now, frozen }: ClockState): Cell => {
  const isSet = Math.abs(Date.parse(now) - Date.now()) > NEAR_MS
  if (!isSet && !frozen) return ['real time', 'dim']
  return `${showTime(now)}${frozen ? ' frozen' : ''}`
}

const NEAR_MS = 5000
