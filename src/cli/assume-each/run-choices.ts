// Runs a suite with the defaults, and then once for each other choice of each assumption, each time against a fresh sandbox.

import type { Assumption } from '../../contract/assumptions.ts'
import { alternativesOf } from '../../contract/choices.ts'
import { NO_AIM } from '../../inject/recorder.ts'
import { type Run, runSuite, type Suite } from '../../inject/run-suite.ts'
import { applyPolicy, type Policy } from '../../report/policy.ts'
import { quote } from '../../text/shell.ts'

/** The result of the suite with one choice. */
export interface ChoiceRun {
  /** `order=shuffled` */
  readonly choice: string
  /** What the sandbox did with this choice: the sentence in the contract. */
  readonly summary: string
  readonly exitCode: number
  readonly verdict: string
  readonly hasFailed: boolean
  /** The first line about the failure. Empty when nothing failed. */
  readonly failure: string
  /** The command that plays this row again. */
  readonly replay: string
}

export interface ChoicesReport {
  readonly verdict: 'passed' | 'failed'
  readonly seconds: number
  readonly runs: readonly ChoiceRun[]
}

/** The suite fails with the defaults, so runs with other choices would show nothing. */
export interface BrokenDefaults {
  readonly exitCode: number
  readonly complaint: string
}

export async function runChoices(
  suite: Suite,
  assumptions: readonly Assumption[],
  policy: Policy,
  onProgress: (done: number, planned: number) => void,
): Promise<ChoicesReport | BrokenDefaults> {
  const started = performance.now()
  const usual = await judge(await runSuite(suite, NO_AIM), policy)
  if (usual.hasFailed)
    return {
      exitCode: usual.exitCode,
      complaint: `the suite fails with the defaults, so the other choices were not tried: ${usual.failure}`,
    }
  const planned = assumptions.flatMap((assumption) => alternativesOf(assumption).map((name) => ({ assumption, name })))
  const runs: ChoiceRun[] = []
  for (const { assumption, name } of planned) {
    onProgress(runs.length, planned.length)
    if (suite.signal.aborted) break
    const choice = `${assumption.id}=${name}`
    const sandbox = { ...suite.sandbox, assume: { [assumption.id]: name } }
    const result = judge(await runSuite({ ...suite, sandbox }, NO_AIM), policy)
    const replay = `petstore-sandbox exec --assume ${choice} -- ${suite.command.map(quote).join(' ')}`
    runs.push({ choice, summary: assumption.choices[name] ?? '', ...result, replay })
  }
  const verdict = runs.some(({ hasFailed }) => hasFailed) ? 'failed' : 'passed'
  return { verdict, seconds: (performance.now() - started) / 1000, runs }
}

function judge(
  { exitCode, complaint, report, output }: Run,
  policy: Policy,
): Pick<ChoiceRun, 'exitCode' | 'verdict' | 'hasFailed' | 'failure'> {
  const { verdict, reasons } = applyPolicy(report, policy)
  const isClean = exitCode === 0 && verdict !== 'failed'
  const failure = complaint ?? (exitCode === 0 ? (reasons[0] ?? '') : firstFailure(output))
  return { exitCode, verdict, hasFailed: !isClean, failure: isClean ? '' : failure }
}

/** Lines of test runners and of languages: `FAIL`, `not ok 3`, `✗ lists`, `AssertionError: …`, `E   assert …`. */
const BEGINS = /^(fail|not ok|[✗✖×❌]|\w*(error|exception)\b|e\s{2,})/i
const NAMES = /(fail|error|assert|expected)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with this character
const COLOURS = /\u001b\[[\d;]*m/g

/** The first line that tells of a failure, else the last line. */
function firstFailure(output: string): string {
  const lines = output
    .replaceAll(COLOURS, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.find((line) => BEGINS.test(line)) ?? lines.find((line) => NAMES.test(line)) ?? lines.at(-1) ?? 'it wrote nothing'
}
