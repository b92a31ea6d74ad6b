// `petstore-sandbox exec -- npm test`: runs a client against a sandbox of its own, and judges it.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { clientEnvironment } from '../client/client-variables.ts'
import type { InjectOptions } from '../examine/generated/inject-options.ts'
import { FLAGS } from '../examine/options.ts'
import { nameTests } from '../examine/rules/judge-rules.ts'
import type { PlanName } from '../ground/generated/names.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import type { SandboxOptions } from '../options/generated/sandbox-options.ts'
import { readVersion } from '../package-files.ts'
import { replayRun, startSandbox } from '../sandbox.ts'
import { FOR_SUITES, untilSignal } from './signals.ts'
import { readClient, withClient } from './start-options.ts'
import { number, pick } from './values.ts'
import { checkVerdict, publish, type VerdictOptions, withVerdict } from './verdict.ts'

interface ExecOptions extends VerdictOptions, Pick<InjectOptions, 'slow' | 'timeout'> {
  readonly plan: PlanName
  readonly inject?: string
}

/** The sandbox needs a moment to see that the connections of the ended client are closed. */
const SETTLE_MS = 50

const FOR_THE_CLIENT = `
Variables of the command:
  PETSTORE_BASE_URL     the base URL of the sandbox
  PETSTORE_API_KEY      a key of the sandbox
  PETSTORE_SANDBOX_URL  the address of the control API
  NO_PROXY, no_proxy    127.0.0.1,localhost,::1 is added: no proxy is used

Exit codes: the code of the command; or 10 when the client failed; or 11
when it met less of the contract than --min-coverage wants`

export function addExec(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = program
    .command('exec')
    .description('run a client against a sandbox of its own, and judge it: exec -- npm test')
    .option('--inject <call=fault>', 'run it without a fault and then with this fault at this call: createPet#1=lost-reply')
  for (const { 'x-flag': flag, 'x-help': help } of FLAGS)
    if (/^--(slow|timeout) /.test(flag)) command.option(flag, `with --inject: ${help}`, number)
  withVerdict(withClient(command), 'standard error').addHelpText('after', FOR_THE_CLIENT)
  command.action(async (_words: string[], options: ExecOptions) => {
    const { words, sandbox } = readClient(command)
    const { inject } = options
    for (const name of ['slow', 'timeout'] as const)
      if (inject === undefined && options[name] !== undefined) throw new StartError(`--${name} works only with --inject`)
    await checkVerdict(options, 'har')
    if (inject === undefined) return finish(await exec(words, options, sandbox, process))
    const { env, stderr } = process
    const given = { ...pick(options, ['plan', 'slow', 'timeout']), inject, command: words, env, sandbox }
    const replay = async (signal: AbortSignal) => {
      const { report, exchanges } = await replayRun({ ...given, signal })
      // Only an output with the requests needs this code.
      const toHar = async () => (await import('../record/har.ts')).toHar(exchanges, readVersion())
      return publish(report, options, stderr, toHar)
    }
    finish(await untilSignal(process, replay, FOR_SUITES))
  })
}

async function exec(words: readonly string[], options: ExecOptions, settings: SandboxOptions, process: NodeJS.Process): Promise<number> {
  // The other commands start faster without the relay.
  const { createRelay } = await import('./relay.ts')
  const { env, stderr } = process
  using relay = createRelay(process)
  await using sandbox = await startSandbox(settings)
  const exitCode = await relay.run(words, clientEnvironment(env, sandbox, options.plan, settings.controlToken))
  await sleep(SETTLE_MS)
  try {
    // A campaign needs tests that pass. So the command of failed tests is not named.
    const report = exitCode === 0 ? nameTests(await sandbox.report(), words) : await sandbox.report()
    const verdict = await publish(report, options, stderr, () => sandbox.requests.har())
    // A note after JSON or XML would make the report unreadable for programs.
    const isText = (options.format ?? 'text') === 'text'
    if (isText && report.facts.exchanges === 0) stderr.write(`note: PETSTORE_BASE_URL was ${sandbox.url}\n`)
    if (isText && relay.signalCode()) stderr.write('note: the run got a signal, so calls may be missing\n')
    if (isText && exitCode !== 0) stderr.write(`note: the command ended with ${exitCode}, so exec ends with ${exitCode} too\n`)
    // A client that ends with 0 after a signal has not done all of its work.
    return exitCode || relay.signalCode() || verdict
  } catch (error) {
    // A failure of the report must not hide the exit code of a client that failed.
    throw exitCode === 0 ? error : new StartError(messageOf(error), exitCode)
  }
}
