// A campaign of faults: two runs without a fault, and then one run for each call and fault. Calls that only the run with the fault has
// are caused by the fault.

import { availableParallelism } from 'node:os'
import type { InjectReport } from '../../spec/inject.ts'
import { StartError } from '../errors/problem.ts'
import { didYouMean } from '../text/nearest.ts'
import { composeReport, type Results } from './compose-report.ts'
import { DEFAULT_SLOW, DRIFT, type Drift, FAULTS } from './faults.ts'
import { checkOptions, type InjectOptions } from './options.ts'
import { createIdentify, readReference } from './places.ts'
import { type Cell, createPlan, type Plan } from './plan.ts'
import { MAX_CALLS, type Run, runSuite, type StartChild, type StartSandbox, type Suite } from './run-suite.ts'
import { type Campaign, carryOut, type Done } from './trial.ts'

/** What src/sandbox.ts gives to a campaign, because only that file imports src/operations/. */
export interface CampaignParts {
  readonly start: StartSandbox
  readonly drifts: readonly Drift[]
  readonly startChild?: StartChild
}

const GRACE_SECONDS = 30
/** A run that makes this many calls more than without a fault is ended. */
const FLOOD = 500

/** Rejects with a StartError when the suite fails without a fault, or makes no call. */
export async function runCampaign(options: InjectOptions, parts: CampaignParts): Promise<InjectReport> {
  const started = performance.now()
  const campaign = await prepare(options, parts)
  const results = await runAll(campaign, options)
  return composeReport(campaign, results, (performance.now() - started) / 1000, options.policy)
}

/** What `inject --list` shows: the runs of a campaign, without carrying them out. */
export async function planCampaign(options: InjectOptions, parts: CampaignParts): Promise<Plan> {
  return (await prepare(options, parts)).plan
}

export const suiteOf = (
  { command, plan = 'enterprise', env = process.env, sandbox = {}, signal }: InjectOptions,
  { start, startChild }: CampaignParts,
): Suite => ({
  ...{ command, env, plan, sandbox, start },
  ...(startChild && { startChild }),
  stdio: ['ignore', 'pipe', 'pipe'],
  signal: signal ?? new AbortController().signal,
})

async function prepare(options: InjectOptions, parts: CampaignParts): Promise<Campaign> {
  checkOptions(options)
  checkNames('fault', options.faults, [...FAULTS.map(({ name }) => name), DRIFT])
  const suite = suiteOf(options, parts)
  const runs = [await runReference(suite, options.timeout), await runReference(suite, options.timeout)] as const
  const [first, second] = [runs[0].exchanges, runs[1].exchanges]
  const reference = readReference(createIdentify(first, second), [first, second])
  const calls = reference.places.flatMap(({ operation, call }) => [operation, call])
  checkNames('call of the suite and no drift', options.only, [...new Set(calls), ...parts.drifts.map(({ name }) => name)])
  const { slow = DEFAULT_SLOW, timeout = GRACE_SECONDS + slow + 5 * Math.max(...runs.map(({ seconds }) => seconds)) } = options
  const maxCalls = Math.max(first.length, second.length) + FLOOD
  const plan = createPlan(reference.places, parts.drifts, options)
  return { suite, runs, reference, plan, limits: { seconds: timeout, maxCalls } }
}

export async function runReference(suite: Suite, seconds?: number): Promise<Run> {
  const run = await runSuite(suite, {}, seconds === undefined ? {} : { seconds })
  const { exitCode, complaint, killedBy, output, exchanges } = run
  if (killedBy === 'interrupt') throw new StartError('the campaign was interrupted before its first run with a fault', 130)
  if (complaint !== undefined) throw new StartError(complaint, exitCode)
  if (killedBy === 'time-out')
    throw new StartError(
      (optionName) => `without a fault the suite did not end within ${seconds} s: give it more time with ${optionName('timeout')}`,
    )
  if (killedBy === 'flood') throw new StartError(`the suite makes more than ${MAX_CALLS} calls: examine a part of it`)
  if (exitCode !== 0) {
    const shown = output.trim() === '' ? '' : `\n${output.trimEnd()}`
    throw new StartError(`the command failed without a fault, with exit code ${exitCode}, so nothing was examined${shown}`, exitCode)
  }
  if (exchanges.length === 0)
    throw new StartError('the command made no call: its client must read PETSTORE_BASE_URL and PETSTORE_API_KEY from the environment')
  return run
}

/** Carries out all cells, several at a time. */
async function runAll(campaign: Campaign, { jobs = 2 * availableParallelism(), onProgress }: InjectOptions): Promise<Results> {
  const { plan, suite } = campaign
  const { cells } = plan
  const results = new Map<Cell, Done | undefined>()
  const started = performance.now()
  const tell = () => {
    const done = results.size
    const failed = [...results.values()].filter((result) => result?.run.level === 'fail').length
    const secondsLeft = done === 0 ? Number.NaN : ((performance.now() - started) / 1000 / done) * (cells.length - done)
    onProgress?.({ done, planned: cells.length, failed, secondsLeft })
  }
  const queue = cells.values()
  const work = async () => {
    for (const cell of queue) {
      if (suite.signal.aborted) return
      const result = await carryOut(campaign, cell)
      if (result !== undefined || !suite.signal.aborted) results.set(cell, result)
      tell()
    }
  }
  tell()
  await Promise.all(Array.from({ length: jobs }, work))
  return results
}

function checkNames(what: string, names: readonly string[] = [], known: readonly string[]): void {
  for (const name of names) if (!known.includes(name)) throw unknown(what, name, known)
}

export function unknown(what: string, name: string, known: readonly string[]): StartError {
  return new StartError(`${name} is no ${what}${didYouMean(name, known, `; there are ${known.slice(0, 20).join(', ')}`)}`)
}
