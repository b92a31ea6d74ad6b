// A campaign: two runs without a fault, and then one run for each call and fault, with controls before each accusation.

import { availableParallelism } from 'node:os'
import type { Contract } from '../contract/contract.ts'
import type { Report } from '../ground/generated/report.ts'
import { didYouMean } from '../ground/nearest.ts'
import { listSome } from '../ground/numbers.ts'
import { StartError } from '../ground/problem.ts'
import { createAlike } from './alike.ts'
import { composeCampaign, type Results } from './compose-campaign.ts'
import { type Campaign, createControls } from './controls.ts'
import { type Examined, examine } from './experiment.ts'
import { createFaults, DEFAULT_SLOW, type Fault, type LaterVersion, listFaultNames } from './faults.ts'
import { checkOptions, type InjectOptions } from './options.ts'
import { createPlan, type Plan, type PlannedRun, twice, withoutNumber } from './plan.ts'
import { createIdentify, readReference } from './reference.ts'
import { describeRemoved } from './removed.ts'
import { MAX_CALLS, type Run, runSuite, type StartChild, type StartSandbox, type Suite } from './run-suite.ts'
import { confirmReturns } from './shown.ts'
import { planLies } from './tell-lies.ts'
import { endOf } from './trial.ts'

/** What src/sandbox.ts gives to a campaign, because only that file imports src/operations/. */
export interface CampaignParts {
  readonly start: StartSandbox
  readonly later: readonly LaterVersion[]
  readonly contract: Contract
  readonly startChild?: StartChild
}

const GRACE_SECONDS = 30
/** A run that makes this many calls more than without a fault is ended. */
const FLOOD = 500

/** Rejects with a StartError when the suite fails without a fault, or makes no call. */
export async function runCampaign(options: InjectOptions, parts: CampaignParts): Promise<Report> {
  const started = performance.now()
  const { campaign, plan } = await prepare(options, parts)
  const results = await runAll(campaign, plan, options)
  return composeCampaign(campaign, plan, results, (performance.now() - started) / 1000, options.policy)
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
  signal: signal ?? new AbortController().signal,
})

/** The bounds of the runs with a fault. */
export const limitsOf = ({ slow = DEFAULT_SLOW, timeout }: Pick<InjectOptions, 'slow' | 'timeout'>, runs: readonly Run[]) => ({
  seconds: timeout ?? GRACE_SECONDS + slow + 5 * Math.max(...runs.map(({ seconds }) => seconds)),
  maxCalls: Math.max(...runs.map(({ exchanges }) => exchanges.length)) + FLOOD,
})

/** Runs the suite twice without a fault. */
export async function createCampaign(options: InjectOptions, parts: CampaignParts): Promise<Campaign> {
  const suite = suiteOf(options, parts)
  const first = await runReference(suite, options.timeout)
  const second = await runReference(suite, options.timeout)
  const runs = [first, second]
  const exchanges = runs.map((run) => run.exchanges)
  const idle = Math.max(...runs.map((run) => run.endedAt - endOf(run.exchanges.at(-1) as Run['exchanges'][number])))
  const reference = readReference(createIdentify(first.exchanges, second.exchanges), exchanges, idle)
  return { suite, runs, reference, contract: parts.contract, limits: limitsOf(options, runs) }
}

async function prepare(options: InjectOptions, parts: CampaignParts): Promise<{ campaign: Campaign; plan: Plan }> {
  checkOptions(options)
  const known = createFaults(parts.later, parts.contract.assumptions, options.slow)
  const faults = pickFaults(known, options.faults)
  const campaign = await createCampaign(options, parts)
  const { places } = campaign.reference
  const names = [
    ...places.flatMap(({ operation, call }) => [operation, withoutNumber(call), call]),
    ...known.filter(({ group }) => group !== 'errors').map(nameOf),
  ]
  checkNames('call of the suite', options.only, [...new Set(names)])
  const wantsLies = options.faults?.some((name) => ['lies', 'all'].includes(name))
  return { campaign, plan: createPlan(places, faults, wantsLies ? planLies(campaign, options.only) : [], options) }
}

const DEFAULT_GROUPS = ['errors', 'later']

/** The faults of these names and groups. */
function pickFaults(known: readonly Fault[], wanted: readonly string[] = DEFAULT_GROUPS): Fault[] {
  for (const name of wanted) refuseRemovedFault(name)
  checkNames('fault', wanted, listFaultNames(known))
  return known.filter(({ name, group }) => ['all', group, name, name.split(':')[0]].some((one) => wanted.includes(String(one))))
}

const nameOf = ({ name }: Fault) => name

async function runReference(suite: Suite, seconds?: number): Promise<Run> {
  const run = await runSuite(suite, {}, seconds === undefined ? {} : { seconds })
  const { exitCode, complaint, killedBy, output, exchanges } = run
  if (killedBy === 'interrupt') throw new StartError('the campaign was interrupted before its first run with a fault', 130)
  if (killedBy === 'time-out')
    throw new StartError(
      (optionName) => `without a fault the suite did not end within ${seconds} s: give it more time with ${optionName('timeout')}`,
    )
  if (complaint !== undefined) throw new StartError(complaint, exitCode)
  if (killedBy === 'flood') throw new StartError(`the suite makes more than ${MAX_CALLS} calls: examine a part of it`)
  if (exitCode !== 0) {
    const shown = output.trim() === '' ? '' : `\n${output.trimEnd()}`
    throw new StartError(`the command failed without a fault, with exit code ${exitCode}, so nothing was examined${shown}`, exitCode)
  }
  if (exchanges.length === 0)
    throw new StartError('the command made no call: its client must read PETSTORE_BASE_URL and PETSTORE_API_KEY from the environment')
  return run
}

/** Carries out all planned runs, several at a time. */
async function runAll(campaign: Campaign, plan: Plan, options: InjectOptions): Promise<Results> {
  const { jobs = 2 * availableParallelism(), onProgress } = options
  const alike = createAlike()
  const controls = createControls(campaign)
  const runs = new Map<PlannedRun, Examined | undefined>()
  const spared = new Map<PlannedRun, string>()
  const started = performance.now()
  const queue = [...plan.runs]
  let next = 0
  const usual = Math.max(...campaign.runs.map(({ seconds }) => seconds))
  const tell = () => {
    const done = runs.size + spared.size
    const failed = [...runs.values()].filter((result) => result?.decision?.from === 'proof').length
    const perRun = done === 0 ? usual / jobs : (performance.now() - started) / 1000 / done
    const planned = queue.length
    onProgress?.({ done, planned, failed, secondsLeft: perRun * (planned - done) })
  }
  const carryOut = async (one: PlannedRun) => {
    const reason = options.runs === 'all' ? undefined : alike.find(one)
    if (reason !== undefined) return void spared.set(one, reason)
    const examined = await examine(campaign, controls, one)
    if (examined === undefined && campaign.suite.signal.aborted) return
    runs.set(one, examined)
    alike.add(one, examined)
    if (options.depth === 2 && examined && canGoDeeper(examined)) queue.push({ ...one, fault: twice(one.fault), isTwice: true })
  }
  const work = async () => {
    // Not an iterator: a run that goes deeper is added when others may have seen the end already.
    for (let one = queue[next]; one !== undefined; one = queue[next]) {
      if (campaign.suite.signal.aborted) return
      next += 1
      await carryOut(one)
      tell()
    }
  }
  tell()
  await Promise.all(Array.from({ length: jobs }, work))
  const examined = [...runs.values()].filter((one) => one !== undefined)
  return { runs, spared, confirmed: await confirmReturns(examined, controls) }
}

/** The client recovered by a call that exists only because of the fault. */
const canGoDeeper = ({ outcome, trial: { planned, calls, reference } }: Examined) =>
  outcome.name === 'ok' &&
  planned.fault.group === 'errors' &&
  !planned.fault.lasts &&
  !planned.isTwice &&
  calls.some(({ key }) => calls.filter((call) => call.key === key).length > reference.count(key))

function refuseRemovedFault(name: string): void {
  const removed = describeRemoved('faults', name)
  if (removed !== undefined) throw new StartError(`the fault ${name} ${removed}`)
}

function checkNames(what: string, names: readonly string[] = [], known: readonly string[]): void {
  for (const name of names) if (!known.includes(name)) throw unknown(what, name, known)
}

export function unknown(what: string, name: string, known: readonly string[]): StartError {
  return new StartError(`${name} is no ${what}${didYouMean(name, known, `; there are ${listSome(known, 20)}`)}`)
}
