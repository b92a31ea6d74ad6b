// `petstore-sandbox exec --assume each -- npm test`: finds out which choices of the sandbox a suite depends on.

import type { PlanName } from '../../contract/names.ts'
import type { SandboxOptions } from '../../options/table.ts'
import { loadOwnContract } from '../../package-files.ts'
import { startSandbox } from '../../sandbox.ts'
import { printableLines } from '../../text/printable.ts'
import { checkOutputs, type OutputOptions, showReport } from '../outputs.ts'
import { untilSignal } from '../signals.ts'
import { complain, readPolicy, VERDICT_FAILED, type VerdictOptions } from '../verdict.ts'
import { CHOICE_FORMATS } from './formats.ts'
import { runChoices } from './run-choices.ts'

const EACH = 'each'

/** Whether the options ask for one run per choice. */
export const asksForEach = ({ assume }: SandboxOptions) => (Array.isArray(assume) ? assume.includes(EACH) : assume === EACH)

/** Resolves with the exit code. The report goes to standard output, because the output of the suite is not shown. */
export async function assumeEach(
  command: readonly string[],
  options: VerdictOptions & OutputOptions & { readonly plan: PlanName },
  { assume: _each, ...sandbox }: SandboxOptions,
  process: NodeJS.Process,
): Promise<number> {
  await checkOutputs(options)
  const policy = await readPolicy(options)
  const { stderr, stdout } = process
  const { assumptions } = await loadOwnContract()
  const write = (text: string) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`)
  let exitCode = 0
  const interrupted = await untilSignal(process, async (signal) => {
    const suite = {
      ...{ command, plan: options.plan, env: process.env, sandbox, signal, start: startSandbox },
      stdio: ['ignore', 'pipe', 'pipe'] as const,
    }
    const result = await runChoices({ ...suite, stdio: [...suite.stdio] }, assumptions, policy, (done, planned) =>
      write(`${done} of ${planned} choices`),
    )
    write('')
    if ('complaint' in result) {
      exitCode = result.exitCode || VERDICT_FAILED
      stderr.write(`error: ${printableLines(result.complaint)}\n`)
      return
    }
    const complaints = await showReport((format, style) => CHOICE_FORMATS[format](result, style), options, stdout)
    await complain(complaints, result.verdict === 'passed', stderr)
    exitCode = result.verdict === 'failed' ? VERDICT_FAILED : 0
  })
  return interrupted === 0 ? exitCode : interrupted
}
