// `petstore-sandbox clock`: reads, sets, freezes and advances the clock of a world.

import { type Command, Option } from 'commander'
import type { SandboxHandle } from '../client/handle.ts'
import type { ClockState } from '../ground/generated/control.ts'
import { type DriveOptions, drive, refuseMissingWorld, withSandbox } from './drive.ts'
import { numberThat } from './values.ts'
import { showClock } from './worlds.ts'

interface ClockOptions extends DriveOptions {
  readonly set?: string
  readonly freeze?: boolean
  readonly unfreeze?: boolean
  readonly advance?: number
}

/** The seconds from the first to the last time of a clock. */
const MAX_ADVANCE = 253_370_764_800
/** Refuses a wrong number of seconds before the clock is set. */
const advance = numberThat(`be a number from -${MAX_ADVANCE} to ${MAX_ADVANCE}`, (value) => Math.abs(value) <= MAX_ADVANCE)

const EXAMPLES = `
Examples:
  petstore-sandbox clock w1
  petstore-sandbox clock w1 --set 2030-12-05T00:00:01Z --freeze
  petstore-sandbox clock w1 --advance 61
  petstore-sandbox clock w1 --set now`

export function addClock(program: Command, process: NodeJS.Process): void {
  withSandbox(program.command('clock'))
    .description('read, set, freeze or advance the clock of a world')
    .argument('[world]', 'the world', 'default')
    .option(
      '--set <time>',
      'the time to set, for example 2030-12-05T00:00:01Z; the word now sets real time and unfreezes the clock, unless --freeze is given',
    )
    .addOption(new Option('--freeze', 'stop the clock').conflicts('unfreeze'))
    .option('--unfreeze', 'let the clock run again')
    .option('--advance <seconds>', 'move the clock forward; a negative number moves it back', advance)
    .addHelpText('after', EXAMPLES)
    .action(async (world: string, options: ClockOptions) => {
      await drive(options, process, async (sandbox, output) => {
        const state = await changeClock(sandbox, world, options)
        await output.show([state], () => [showClock(state)])
      })
    })
}

async function changeClock(sandbox: SandboxHandle, name: string, { set, freeze, unfreeze, advance }: ClockOptions): Promise<ClockState> {
  const { clock } = sandbox.world(name)
  // Real time does not stand still, so `--set now` unfreezes the clock.
  const frozen = freeze ? true : unfreeze || set === 'now' ? false : undefined
  const change = { ...(set !== undefined && { now: set === 'now' ? new Date() : set }), ...(frozen !== undefined && { frozen }) }
  const changes = Object.keys(change).length > 0
  if (!changes && advance === undefined) await refuseMissingWorld(sandbox, name)
  const state = changes ? await clock.set(change) : undefined
  return advance === undefined ? (state ?? clock.get()) : clock.advance(advance)
}
