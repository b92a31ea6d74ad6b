// `petstore-sandbox start`, the default: serves the contract until it is told to stop.

import { flushCompileCache } from 'node:module'
import type { Command } from 'commander'
import { findNearest } from '../nearest.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { type StartOptions, startOptions } from './start-options.ts'

/** A log that nobody reads is dropped rather than kept in memory. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

export function addStart(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): Command {
  const command = program.command('start', { isDefault: true }).description('serve the contract (the default)')
  for (const option of startOptions()) command.addOption(option)
  command.allowExcessArguments().action(async (options: StartOptions) => {
    const [word] = command.args
    if (word !== undefined) command.error(`error: ${suggest(word, program)}`)
    finish(await start(options, process))
  })
  return command
}

/** The default command takes every word that is none. */
function suggest(word: string, program: Command): string {
  const names = program.commands.map((command) => command.name())
  if (names.includes(word)) return `start takes no words: leave out ${word}`
  const near = findNearest(word, names)
  return `there is no command ${word}${near ? `: did you mean ${near}?` : `: there are ${names.join(', ')}`}`
}

async function start(options: StartOptions, process: NodeJS.Process): Promise<number> {
  const { ephemeral = false, data, key, log, tls, tlsCert, tlsKey, tlsName, enterpriseLimits, ...rest } = options
  const stopped = new Promise<number>((resolve) => {
    for (const [signal, exitCode] of Object.entries(SIGNALS)) process.once(signal, () => resolve(exitCode))
  })
  const isTerminal = process.stdout.isTTY === true
  // Who reads the log may leave; the clients of the sandbox are still there.
  process.stdout.on('error', () => {})
  const format = log ?? (isTerminal ? 'text' : 'json')
  const sandbox = await startSandbox({
    ...rest,
    keys: key,
    ...(enterpriseLimits && { planLimits: { enterprise: enterpriseLimits } }),
    ...(ephemeral ? {} : { data }),
    ...((tls || tlsCert || tlsKey) && { tls: { names: tlsName, ...(tlsCert && { cert: tlsCert }), ...(tlsKey && { key: tlsKey }) } }),
    log: {
      format,
      colour: isTerminal && process.stdout.hasColors() && !process.env.NO_COLOR,
      write: (text) => process.stdout.writableLength > MAX_UNREAD_BYTES || process.stdout.write(text),
    },
  })
  process.stdout.write(isTerminal ? banner(sandbox) : announcement(sandbox))
  // Kept at once: in CI a sandbox is often killed before it could.
  flushCompileCache()
  const exitCode = await stopped
  await sandbox.close()
  return exitCode
}

const curlOf = (sandbox: Sandbox) =>
  `curl -i ${sandbox.authorityFile ? `--cacert ${sandbox.authorityFile} ` : ''}${sandbox.example} -H 'Authorization: Bearer ${sandbox.key()}'`

function announcement(sandbox: Sandbox): string {
  const [contract, data] = sandbox.summary
  return `${JSON.stringify({ notice: 'listening', url: sandbox.url, keys: sandbox.plans.map((plan) => sandbox.key(plan)), contract, data, ca: sandbox.authorityFile, try: curlOf(sandbox) })}\n`
}

function banner(sandbox: Sandbox): string {
  const keys = sandbox.plans.map((plan) => sandbox.key(plan))
  return `
  Base URL  ${sandbox.url}
  Keys      ${keys.join('  ')}
            add _<name> for a world of its own: ${sandbox.key(sandbox.plans[0], 'w1')}
  Contract  ${sandbox.summary[0]}
            ${sandbox.origin}/openapi.yaml, for people ${sandbox.origin}/docs
  Data      ${sandbox.summary[1]}${sandbox.authorityFile ? `\n  Trust     ${sandbox.authorityFile}` : ''}

  ${curlOf(sandbox)}

`
}
