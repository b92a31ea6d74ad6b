// Options that went. They are refused with a sentence that names what to use now, and the help does not show them.

import { type Command, Option } from 'commander'
import { describeRemoved, type REMOVED } from '../examine/removed.ts'
import { StartError } from '../ground/problem.ts'

export function withRemoved(command: Command, ...names: readonly (keyof typeof REMOVED.options)[]): Command {
  for (const name of names)
    command.addOption(
      new Option(`--${name} <value>`).hideHelp().argParser(() => {
        throw new StartError(`--${name} ${describeRemoved('options', name)}`)
      }),
    )
  return command
}

/** Throws a StartError for a value of an option that went. */
export function refuseRemoved(kind: 'formats' | 'choices', name: string, shown: string): void {
  const removed = describeRemoved(kind, name)
  if (removed !== undefined) throw new StartError(`${shown} ${removed}`)
}
