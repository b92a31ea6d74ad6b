// The options of the commands that start a sandbox for a client: most options of start, and the plan of the client's key.

import type { Command } from 'commander'
import type { SandboxOptions } from '../options/table.ts'
import { readStartOptions, startOptions } from './start-options.ts'

/** The sandbox of a client takes a free port and leaves nothing behind. */
const FIXED = new Set(['port', 'host', 'data', 'ephemeral', 'durable', 'log'])

const fitting = () => startOptions().filter((option) => !FIXED.has(option.attributeName()))

export function withClientOptions(command: Command): Command {
  command.option('--plan <plan>', 'the plan of the key that the client gets', 'enterprise')
  for (const option of fitting()) command.addOption(option)
  return command
}

export function sandboxOptions(command: Command): SandboxOptions {
  const given = Object.entries(readStartOptions(command))
  const names = fitting().map((option) => option.attributeName())
  return { ...Object.fromEntries(given.filter(([name]) => names.includes(name))), ephemeral: true, log: 'silent' }
}
