// `petstore-sandbox exec --assume each -- npm test`: finds out which choices of the sandbox a suite depends on.

import type { PlanName } from '../../contract/names.ts'
import type { Suite } from '../../inject/run-suite.ts'
import type { SandboxOptions } from '../../options/table.ts'
import { loadOwnContract } from '../../package-files.ts'
import { startSandbox } from '../../sandbox.ts'
import { printableLines } from '../../text/printable.ts'
import { createProgress } from '../output.ts'
import { checkOutputs, showReport } from '../outputs.ts'
import { readPolicy, VERDICT_FAILED, type VerdictOptions } from '../verdict.ts'
import { CHOICE_FORMATS } from './formats.ts'
import { runChoices } from './run-choices.ts'

const EACH = 'each'

/** Whether the options ask for one run per choice. */
export const asksForEach = ({ assume }: SandboxOptions) => (Array.isArray(assume) ? assume.includes(EACH) : assume === EACH)

/** Resolves with the exit code. The report goes to standard output, because the output of the suite is not shown. */
export async function assumeEach(
  command: readonly string[],
  options: VerdictOptions & { readonly plan: PlanName },
  { assume: _each, ...sandbox }: SandboxOptions,
  { stderr, stdout, env }: NodeJS.Process,
  signal: AbortSignal,
): Promise<number> {
  await checkOutputs(options)
  const policy = await readPolicy(options)
  const { assumptions } = await loadOwnContract()
  const show = createProgress(stderr)
  const stdio: Suite['stdio'] = ['ignore', 'pipe', 'pipe']
  const suite = { command, plan: options.plan, env, sandbox, signal, start: startSandbox, stdio }
  const result = await runChoices(suite, assumptions, policy, (done, planned) => show(`${done} of ${planned} choices`))
  show('')
  if ('complaint' in result) {
    stderr.write(`error: ${printableLines(result.complaint)}\n`)
    return result.exitCode || VERDICT_FAILED
  }
  const hasFailed = result.verdict === 'failed'
  await showReport((format) => CHOICE_FORMATS[format](result), options, stdout, { hasFailed })
  return hasFailed ? VERDICT_FAILED : 0
}
