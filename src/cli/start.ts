// `petstore-sandbox start`, the default command: serves the contract until a signal stops it.

import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { Command } from 'commander'
import type { SandboxOptions } from '../options/table.ts'
import { startSandbox } from '../sandbox.ts'
import { findNearest } from '../text/nearest.ts'
import { renderAnnouncement, renderBanner } from './banner.ts'
import { untilSignal } from './signals.ts'
import { readStartOptions, startOptions } from './start-options.ts'

/** Longer lines are harder to read, even on a wide terminal. */
const MAX_WIDTH = 80

export function addStart(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): Command {
  const command = program.command('start', { isDefault: true }).description('serve the contract (the default)')
  for (const option of startOptions()) command.addOption(option)
  command.allowExcessArguments().action(async () => {
    const [word] = command.args
    if (word !== undefined) command.error(`error: ${suggest(word, program)}`)
    finish(await untilSignal(process, (signal) => start(readStartOptions(command), process, signal)))
  })
  return command
}

/** `start` is the default command, so unknown words arrive here. */
function suggest(word: string, program: Command): string {
  const names = program.commands.map((command) => command.name())
  if (names.includes(word) || program.args[0] === 'start') return `start takes no arguments: leave out ${word}`
  const near = findNearest(word, names)
  return `there is no command ${word}${near ? `: did you mean ${near}?` : `; the commands are ${names.join(', ')}`}`
}

async function start(options: SandboxOptions, { stdout }: NodeJS.Process, signal: AbortSignal): Promise<number> {
  const { log = stdout.isTTY ? 'text' : 'json' } = options
  const sandbox = await startSandbox({ ...options, log })
  if (log !== 'silent')
    stdout.write(log === 'text' ? renderBanner(sandbox, Math.min(stdout.columns || MAX_WIDTH, MAX_WIDTH)) : renderAnnouncement(sandbox))
  // Node.js writes its compile cache at exit. In CI a sandbox is often killed before that, so the cache is written now.
  flushCompileCache()
  if (!signal.aborted) await once(signal, 'abort')
  await sandbox.close()
  return 0
}
