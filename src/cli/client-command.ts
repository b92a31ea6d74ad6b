// Shared by the commands that run a client against a sandbox of its own: the client's command, the plan of its key, and the options of
// its sandbox, which are most options of start.

import type { Command } from 'commander'
import type { SandboxOptions } from '../options/table.ts'
import { readStartOptions, startOptions } from './start-options.ts'

/** The sandbox of a client takes a free port and leaves nothing behind. */
const FIXED = new Set(['port', 'host', 'data', 'ephemeral', 'durable', 'log'])

const fitting = () => startOptions().filter((option) => !FIXED.has(option.attributeName()))

export function withClient(command: Command): Command {
  command
    .usage('[options] -- <command> [arguments]')
    .argument('[command...]', 'the command to run, after --')
    .option('--plan <plan>', 'the plan of the key that the client gets', 'enterprise')
  for (const option of fitting()) command.addOption(option)
  return command
}

/** The client's command and its sandbox. Ends the process with the code for wrong usage when there is no command. */
export function readClient(command: Command): { readonly words: readonly string[]; readonly sandbox: SandboxOptions } {
  if (command.args.length === 0)
    command.error(`error: there is no command to run: write it after --, for example petstore-sandbox ${command.name()} -- npm test`)
  const names = fitting().map((option) => option.attributeName())
  const given = Object.entries(readStartOptions(command)).filter(([name]) => names.includes(name))
  return { words: command.args, sandbox: { ...Object.fromEntries(given), ephemeral: true, log: 'silent' } }
}
