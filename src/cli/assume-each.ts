// `petstore-sandbox exec --assume each -- npm test`: runs a suite with the defaults, and then once for each other choice of each
// assumption, each time against a fresh sandbox. The report says which choices the suite depends on.

import type { Assumption } from '../../spec/control.ts'
import type { PlanName } from '../../spec/names.ts'
import type { Policy } from '../../spec/policy.ts'
import { alternativesOf } from '../contract/assumptions.ts'
import { StartError } from '../errors/problem.ts'
import { applyPolicy } from '../examine/apply-policy.ts'
import { readFailure } from '../inject/describe.ts'
import { formatsOf } from '../inject/formats/formats.ts'
import type { Summary } from '../inject/formats/summary.ts'
import { type Run, runSuite, type Suite } from '../inject/run-suite.ts'
import type { SandboxOptions } from '../options/sandbox-options.ts'
import { loadOwnContract } from '../package-files.ts'
import { startSandbox } from '../sandbox.ts'
import { shorten } from '../text/cut.ts'
import { count } from '../text/numbers.ts'
import { quote } from '../text/shell.ts'
import type { Case } from '../text/test-results.ts'
import { createProgress } from './output.ts'
import { checkOutputs, showReport } from './outputs.ts'
import { readPolicy, VERDICT_FAILED, type VerdictOptions } from './verdict.ts'

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
  const onProgress = (done: number, planned: number) => show(`${done} of ${planned} choices`)
  const report = await runChoices(suite, assumptions, policy, onProgress).finally(() => show(''))
  const hasFailed = report.verdict === 'failed'
  await showReport((format) => CHOICE_FORMATS[format](report), options, stdout, { hasFailed })
  return hasFailed ? VERDICT_FAILED : 0
}

/** The result of the suite with one choice. */
interface ChoiceRun {
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

interface ChoicesReport {
  readonly verdict: 'passed' | 'failed'
  readonly seconds: number
  readonly runs: readonly ChoiceRun[]
}

/** Rejects with a StartError when the suite fails with the defaults, because runs with other choices would then show nothing. */
async function runChoices(
  suite: Suite,
  assumptions: readonly Assumption[],
  policy: Policy,
  onProgress: (done: number, planned: number) => void,
): Promise<ChoicesReport> {
  const started = performance.now()
  const { hasFailed, failure, exitCode } = judge(await runSuite(suite), policy)
  if (hasFailed)
    throw new StartError(`the suite fails with the defaults, so the other choices were not tried: ${failure}`, exitCode || VERDICT_FAILED)
  const planned = assumptions.flatMap((assumption) => alternativesOf(assumption).map((name) => ({ assumption, name })))
  const runs: ChoiceRun[] = []
  for (const { assumption, name } of planned) {
    onProgress(runs.length, planned.length)
    if (suite.signal.aborted) break
    const choice = `${assumption.id}=${name}`
    const sandbox = { ...suite.sandbox, assume: { [assumption.id]: name } }
    const result = judge(await runSuite({ ...suite, sandbox }), policy)
    const replay = `petstore-sandbox exec --assume ${choice} -- ${suite.command.map(quote).join(' ')}`
    runs.push({ choice, summary: assumption.choices[name] ?? '', ...result, replay })
  }
  const verdict = runs.some(({ hasFailed }) => hasFailed) ? 'failed' : 'passed'
  return { verdict, seconds: (performance.now() - started) / 1000, runs }
}

function judge({ exitCode, complaint, report, output }: Run, policy: Policy) {
  const { verdict, reasons } = applyPolicy(report, policy)
  const hasFailed = exitCode !== 0 || verdict === 'failed'
  const { failures, lines } = readFailure(output)
  const said = exitCode === 0 ? reasons[0] : (failures[0] ?? lines.at(-1) ?? 'it wrote nothing')
  return { exitCode, verdict, hasFailed, failure: hasFailed ? (complaint ?? said ?? '') : '' }
}

const CHOICE_FORMATS = formatsOf<ChoicesReport>({ title: 'Other choices', summarise, casesOf })

const MAX_FAILURE = 60

function summarise({ verdict, runs }: ChoicesReport): Summary {
  const failed = runs.filter(({ hasFailed }) => hasFailed)
  const ids = [...new Set(failed.map(idOf))].join(', ')
  const rows = runs.map(({ choice, exitCode, verdict, failure }) => ({
    ...{ call: choice, others: '', words: [String(exitCode), verdict, shorten(failure, MAX_FAILURE)] },
  }))
  return {
    ...{ isFailed: verdict === 'failed', head: 'With the defaults: passed.', drift: '', legend: '', notes: '' },
    table: { faults: ['exit code', 'verdict', 'what failed first'], rows },
    causes: failed.map((run) => ({
      ...{ word: 'FAILED', outcome: 'failed', isBad: true, place: run.choice, also: '', message: describeFailure(run), replay: run.replay },
    })),
    end: `${count(runs.length, 'other choice')} tried: your suite depends on ${ids === '' ? 'none of them' : ids}.`,
  }
}

function casesOf({ runs }: ChoicesReport): Case[] {
  return runs.map((run) => {
    const text = [run.summary, run.failure, run.replay].filter((line) => line !== '').join('\n')
    return { name: run.choice, ...(run.hasFailed ? { failure: { message: describeFailure(run), text } } : { remark: text }) }
  })
}

const idOf = ({ choice }: ChoiceRun) => choice.split('=')[0]

const describeFailure = (run: ChoiceRun) =>
  `Your suite fails with ${run.choice}: "${run.summary.split('. ')[0]?.replace(/\.$/, '')}." Your client, or a test of it, depends on ${idOf(run)}.`
