// `petstore-sandbox start`, the default command: serves the contract until a signal stops it. Its first output is a banner for people on a
// terminal, or one line of JSON for programs.

import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { Command } from 'commander'
import { wrap } from '../ground/printable.ts'
import { quote } from '../ground/words.ts'
import type { SandboxOptions } from '../options/generated/sandbox-options.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { untilSignal } from './signals.ts'
import { readStartOptions, startOptions } from './start-options.ts'

/** Longer lines are harder to read, even on a wide terminal. */
const MAX_WIDTH = 80

export function addStart(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): Command {
  const command = program.command('start').description('serve the contract (the default)')
  for (const option of startOptions()) command.addOption(option)
  command.action(async () => {
    finish(await untilSignal(process, (signal) => start(readStartOptions(command), process, signal)))
  })
  return command
}

async function start(options: SandboxOptions, { stdout }: NodeJS.Process, signal: AbortSignal): Promise<number> {
  const { log = stdout.isTTY ? 'text' : 'json' } = options
  await using sandbox = await startSandbox({ ...options, log })
  if (log !== 'silent')
    stdout.write(log === 'text' ? renderBanner(sandbox, Math.min(stdout.columns || MAX_WIDTH, MAX_WIDTH)) : renderAnnouncement(sandbox))
  // Node.js writes its compile cache at exit. In CI a sandbox is often killed before that, so the cache is written now.
  flushCompileCache()
  // A sandbox on a free port does not keep its program running. This is the longest interval of Node.js.
  using _alive = setInterval(() => {}, 2 ** 31 - 1)
  if (!signal.aborted) await once(signal, 'abort')
  return 0
}

export type Told = Pick<Sandbox, 'url' | 'origin' | 'example' | 'summary' | 'authorityFile' | 'plans' | 'key'>

const LABEL_WIDTH = 12

export function renderAnnouncement(sandbox: Told): string {
  const [contract, data] = sandbox.summary
  return `${JSON.stringify({ notice: 'listening', url: sandbox.url, keys: keysOf(sandbox), contract, data, ca: sandbox.authorityFile, try: curlOf(sandbox).join(' ') })}\n`
}

/** A word that is longer than the width is not broken. */
export function renderBanner(sandbox: Told, width: number): string {
  const { url, origin, summary, authorityFile, plans, key } = sandbox
  const [contract = '', data = ''] = summary
  const rows: string[][] = [
    ['Base URL', url],
    ['Console', `${origin}/`],
    ['Keys', keysOf(sandbox).join(' '), `add _<name> for a world of its own: ${key(plans[0], 'w1')}`],
    ['Contract', contract, `${origin}/openapi.yaml`],
    ['Docs', `${origin}/docs`],
    ['Data', data],
    ...(authorityFile === undefined ? [] : [['Trust', authorityFile]]),
  ]
  const lines = rows.flatMap(([label, ...texts]) =>
    texts.flatMap((text, index) => wrap((index === 0 ? `  ${label}` : '').padEnd(LABEL_WIDTH), text, width)),
  )
  return `\n${lines.join('\n')}\n\n  ${curlOf(sandbox).join(' \\\n    ')}\n\n`
}

const keysOf = ({ plans, key }: Told) => plans.map((plan) => key(plan))

function curlOf({ example, authorityFile, key }: Told): string[] {
  const trust = authorityFile === undefined ? [] : [`--cacert ${quote(authorityFile)}`]
  return [`curl -i ${example}`, ...trust, `-H 'Authorization: Bearer ${key()}'`]
}
