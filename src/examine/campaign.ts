// A campaign: two runs without a fault, then one for each call and fault, and their controls. A replay is a campaign of one run.

import { availableParallelism } from 'node:os'
import type { FaultName } from '../ground/generated/names.ts'
import type { Report } from '../ground/generated/report.ts'
import { StartError } from '../ground/problem.ts'
import { didYouMean, listSome } from '../ground/words.ts'
import { composeCampaign } from './compose-campaign.ts'
import { createControls } from './controls.ts'
import { examine } from './experiment.ts'
import { createFaults, DEFAULT_SLOW, listFaultNames } from './faults.ts'
import type { InjectOptions } from './generated/inject-options.ts'
import { planLies } from './lies.ts'
import { checkOptions } from './options.ts'
import { createPlan, nameOf, type Plan, type PlannedRun, WHOLE_RUN } from './plan.ts'
import { refuseMistakes } from './policy.ts'
import { readReference } from './reference.ts'
import { type CampaignParts, MAX_CALLS, type Run, runSuite, type Suite } from './run-suite.ts'
import type { Examined } from './suspicions.ts'
import type { Campaign } from './trial.ts'

const GRACE_SECONDS = 30
/** The time limit of a run: this many times the slower run without a fault, and GRACE_SECONDS, and the delay of `slow`. */
const TIMES_SLOWER = 5
/** A run records at most this many calls more than without a fault. */
const MORE_CALLS = 500
/** The faults that find most on real clients. */
const QUICK = ['lost-reply', 'rate-limited', 'truncated'] as const

export async function runCampaign(options: InjectOptions, parts: CampaignParts): Promise<Report> {
  const { campaign, plan } = await prepare(options, parts)
  const { report, runs } = await runAll(campaign, plan)
  // A run that is missing was interrupted.
  if (plan.runs.some((run) => !runs.has(run) || runs.get(run)) || report.findings.some(({ from }) => from === 'fact')) return report
  const [first] = report.campaign?.leftOut ?? []
  const why = first ? `${first.call}: ${first.reason}` : 'none of these faults suits one of these calls'
  throw new StartError(`nothing was examined: ${why}`)
}

export type ReplayOptions = Omit<InjectOptions, 'faults' | 'only' | 'runs' | 'quick'> & {
  /** The call and its fault, as a report names them: `createPet#1=lost-reply`, `*=big-ids`, `listPets=name:other`. */
  readonly inject: string
}

/** Plays one run of a campaign again. Also resolves with its requests. */
export async function replay({ inject, ...options }: ReplayOptions, parts: CampaignParts) {
  const { campaign, plan } = await prepare({ ...options, ...readInject(inject), runs: 'all', jobs: 1 }, parts, 'inject')
  const names = plan.runs.map(({ call, fault }) => nameOf({ call, fault: fault.name }))
  const [why = { reason: 'the fault does not suit this call' }] = plan.leftOut
  if (names.length === 0) throw new StartError(`there is no run ${inject}: ${why.reason}`)
  checkName('inject', 'run of your tests', inject, names)
  const planned = { ...(plan.runs[names.indexOf(inject)] as PlannedRun), isShown: true }
  const { report, runs } = await runAll(campaign, { runs: [planned], leftOut: [] })
  const examined = runs.get(planned)
  if (campaign.options.signal?.aborted) throw new StartError('the run was interrupted', 130)
  if (examined === undefined) throw new StartError(`the fault met no call: no run made the call ${planned.call} again`)
  return { report, exchanges: examined.exchanges }
}

function readInject(inject: string): Pick<InjectOptions, 'faults' | 'only'> {
  const [, call = '', name = ''] = /^(.+?)=([\w:-]+)$/.exec(inject) ?? []
  const isLie = call !== WHOLE_RUN && !call.includes('#')
  if (name === '' || (call !== WHOLE_RUN && isLie !== /:|^stale$/.test(name)))
    throw new StartError(`--inject ${inject}: write it as createPet#1=lost-reply, as *=big-ids, or as listPets=name:other`)
  return { faults: [isLie ? 'lies' : (name as FaultName)], only: [call === WHOLE_RUN ? name : call] }
}

/** Runs the suite twice without a fault, and plans the other runs. `source` is the option that gave both faults and calls. */
export async function prepare(options: InjectOptions, parts: CampaignParts, source?: 'inject') {
  await checkOptions(options)
  if (options.policy !== undefined) refuseMistakes(options.policy)
  const { faults = options.quick ? QUICK : ['errors', 'later'], only = [], timeout } = options
  const { slow = Math.min(DEFAULT_SLOW, (timeout ?? Number.POSITIVE_INFINITY) / 2) } = options
  const wanted: readonly string[] = faults
  const known = createFaults(parts.later, parts.contract.assumptions, slow)
  for (const name of wanted) checkName(source ?? 'faults', 'fault', name, listFaultNames(known))
  const tried = known.filter(({ name, group }) => ['all', group, name, name.split(':')[0]].some((one) => wanted.includes(String(one))))
  const ofRun = known.flatMap(({ group, name }) => (group === 'errors' ? [] : [name]))
  const operations = parts.contract.operations.map(({ id }) => id)
  // Which calls there are is known after two runs. A call without an operation has a blank in its name.
  for (const name of only.filter((one) => !one.includes(' ')))
    checkName(source ?? 'only', 'operation', name.replaceAll(/^.*\/|#.*/g, ''), [...operations, ...ofRun], operations)
  const suite = { options, parts, started: performance.now() }
  const first = await runReference(suite)
  const usual = [first, await runReference(suite, first)]
  const seconds = timeout ?? GRACE_SECONDS + slow + TIMES_SLOWER * Math.max(...usual.map((run) => run.seconds))
  const maxCalls = Math.max(...usual.map(({ exchanges }) => exchanges.length)) + MORE_CALLS
  const campaign: Campaign = { ...suite, usual, reference: readReference(usual), limits: { seconds, maxCalls } }
  const { places } = campaign.reference
  const calls = [...new Set(places.flatMap(({ operation, call }) => [operation, call]))]
  for (const name of only) checkName(source ?? 'only', 'call of your tests', name, [...calls, ...ofRun], calls)
  const replies = wanted.some((name) => ['lies', 'all'].includes(name)) ? places.map(({ exchange }) => exchange) : []
  return { campaign, plan: createPlan(places, tried, planLies(replies, parts.contract), options) }
}

function checkName(option: string, what: string, name: string, known: readonly string[], shown = known): void {
  if (known.includes(name)) return
  // A suite with worlds has `w3/createPet#1`.
  const inWorld = known.find((one) => one.endsWith(`/${name}`))
  const hint = didYouMean(inWorld ?? name, known, `; there are ${listSome(shown, 20)}`)
  throw new StartError((optionName) => `${optionName(option)}: ${name || '""'} is no ${what}${hint}`)
}

/** `before` is the first run, which has passed. */
async function runReference(suite: Suite, before?: Run): Promise<Run> {
  const { timeout: seconds } = suite.options
  const run = await runSuite(suite, { seconds })
  const { exitCode, killedBy, output, exchanges, seen } = run
  if (killedBy === 'interrupt')
    throw new StartError('the campaign was interrupted before its first run with a fault: two runs without one come first', 130)
  if (killedBy === 'time-out')
    throw new StartError(
      (optionName) => `without a fault your tests did not end within ${seconds} s: give them more time with ${optionName('timeout')}`,
    )
  if (seen.isFull) throw new StartError(`your tests make more than ${MAX_CALLS} calls: examine a part of them`)
  if (exitCode !== 0) {
    const shown = output.trim() === '' ? '' : `\n${output.trimEnd()}`
    const once = before ? ' in their second run, and passed in the first' : ''
    throw new StartError(`your tests failed without a fault${once}, with exit code ${exitCode}, so nothing was examined${shown}`, exitCode)
  }
  if (exchanges.length === 0 && before)
    throw new StartError('your tests made calls in their first run without a fault, and none in the second: each run must make its calls')
  if (exchanges.length === 0)
    throw new StartError(
      'your tests made no call: the client must use PETSTORE_BASE_URL, and your tests must start no sandbox of their own',
    )
  return run
}

async function runAll(campaign: Campaign, plan: Plan) {
  const { jobs = 2 * availableParallelism(), onProgress, signal } = campaign.options
  const playControl = createControls(campaign)
  const runs = new Map<PlannedRun, Examined | undefined>()
  const started = performance.now()
  const tell = () => {
    const done = runs.size
    const failed = [...runs.values()].filter((result) => result?.level === 'fail').length
    const perRun = (performance.now() - started) / 1000 / done
    onProgress?.({ done, planned: plan.runs.length, failed, secondsLeft: perRun * (plan.runs.length - done) })
  }
  const queue = plan.runs.values()
  const work = async () => {
    for (const one of queue) {
      const examined = await examine(campaign, playControl, one)
      if (signal?.aborted && examined === undefined) return
      runs.set(one, examined)
      tell()
    }
  }
  if (plan.runs.length > 0) tell()
  await Promise.all(Array.from({ length: jobs }, work))
  return { report: composeCampaign(campaign, plan, runs), runs }
}
