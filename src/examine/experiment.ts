// The law of the judge: what a run with a fault proves. Calls that come more often under the fault may come from the client, or from the
// suite: a runner that repeats failed tests, a wait loop, a fixture that several tests share. The control decides. It plays the same place
// again with a failure that no client tries again, so calls that come more often there come from the suite.
//
// An outcome is in doubt until its control was played. docs/examine.md has the whole table.

import { type Campaign, type Controls, play } from './controls.ts'
import { OK, OUTCOMES, type Outcome, type Seen, type Suspicion } from './outcomes.ts'
import type { PlannedRun } from './plan.ts'
import { type Call, createFinder, isRead } from './reference.ts'
import type { Run } from './run-suite.ts'
import { listSkips } from './runner-output.ts'
import { endOf, gapBetween, repeats, type Series, type Trial } from './trial.ts'

/** What a suspicion comes to. Undefined when the control clears the client. */
export type Decision =
  | { readonly from: 'proof'; readonly control: string }
  | { readonly from: 'pattern'; readonly unless: string; readonly control?: string }
  | undefined

export interface Examined {
  readonly trial: Trial
  readonly outcome: Outcome
  readonly seen: Seen
  /** Absent when nobody is suspected. */
  readonly decision?: Decision
}

/** Plays a planned run, and decides what it shows. Resolves with undefined when no run met its call, or when the campaign ended. */
export async function examine(campaign: Campaign, controls: Controls, planned: PlannedRun): Promise<Examined | undefined> {
  const trial = await play(campaign, planned)
  if (trial === undefined) return undefined
  const ok = { trial, outcome: OK, seen: OK.see() }
  // A lie is about the suite, so its run judges no client.
  if (planned.fault.group === 'lies') return ok
  let advised: Examined | undefined
  for (const outcome of OUTCOMES) {
    const seen = outcome.see(trial)
    if (seen === undefined) continue
    const { suspicion } = seen
    if (suspicion === undefined) return advised ?? { trial, outcome, seen }
    // A fault of the whole run has no place for a control.
    if (planned.place === undefined) continue
    const decision = withVetoes(await decide(suspicion, trial, controls), suspicion, campaign, trial)
    const examined: Examined = { trial, outcome, seen, decision }
    if (decision?.from === 'proof') return examined
    if (campaign.suite.signal.aborted) return undefined
    if (decision !== undefined) advised ??= examined
  }
  return advised ?? ok
}

const NOT_PLAYED: Decision = { from: 'pattern', unless: 'the suite did this itself: the control met no such call' }

async function decide({ kind, series }: Suspicion, trial: Trial, controls: Controls): Promise<Decision> {
  const refused = kind === 'stuck' ? await controls.play('refused', trial.planned) : await refuse(series, trial.planned, controls)
  if (refused === undefined) return NOT_PLAYED
  if (kind === 'stuck') return decideStuck(refused)
  if (kind === 'repetition') return decideRepetition(series, trial, refused, controls)
  return decideHaste(series, trial, refused, controls)
}

/**
 * Refuses the call. Perhaps its test wants this refusal, or goes on after it. Then nothing shows what the suite does after a failure, so the
 * call is refused in another way.
 */
export async function refuse(series: Series, planned: PlannedRun, controls: Controls): Promise<Trial | undefined> {
  const refused = await controls.play('refused', planned)
  if (refused === undefined || repeats(refused, series)) return refused
  // When every call is refused, another test may have failed.
  const isNoticed = refused.run.exitCode !== 0 && planned.fault.lasts !== true
  return isNoticed ? refused : controls.play('forbidden', planned)
}

function decideStuck(refused: Trial): Decision {
  const by = `with a ${statusAt(refused)} at this call`
  if (refused.run.killedBy === undefined) return { from: 'proof', control: `${by}, the suite ended in time` }
  return { from: 'pattern', unless: `the suite hangs itself: ${by}, it did not end in time either` }
}

/** The control of a creation that came again. */
async function decideRepetition(series: Series, { planned, run }: Trial, refused: Trial, controls: Controls): Promise<Decision> {
  if (!repeats(refused, series)) return decideNotAgain(refused, series)
  // The client told its caller, and the suite ran the test again.
  if (run.exitCode !== 0) return undefined
  const by = describeRefusal(refused)
  if (refused.run.exitCode !== 0)
    return { from: 'proof', control: `${by}, it was sent again too, and the suite failed; under the fault the suite passed` }
  const forGood = await controls.playForGood(refused)
  if (forGood === undefined) return NOT_PLAYED
  if (forGood.run.exitCode === 0) return { from: 'pattern', unless: 'a fixture or a skip of the suite: the suite passes without this call' }
  for (const [answered, control] of [
    ['answered with other values', 'lie'],
    ['answered with an empty success', 'hollow'],
  ] as const) {
    const trial = await controls.play(control, planned)
    if (trial === undefined) return NOT_PLAYED
    const isAgain = repeats(trial, series)
    if (isAgain) return { from: 'pattern', unless: `the suite repeats its failed tests: ${answered}, the call came again too` }
    if (trial.run.exitCode !== 0) return { from: 'proof', control: `${answered}, it was not sent again, and the suite failed` }
  }
  return { from: 'pattern', unless: 'the suite repeats its failed tests: it notices no wrong reply, so nothing shows it' }
}

/** The control of a call that came back too early, or too often. */
async function decideHaste(series: Series, trial: Trial, refused: Trial, controls: Controls): Promise<Decision> {
  const { place } = trial.planned
  // Loops that wait for a service begin with the first call.
  if (place?.isFirst && isRead(place))
    return { from: 'pattern', unless: 'the suite waits for the service in a loop: such a loop begins with the first call' }
  if (!repeats(refused, series)) return decideNotAgain(refused, series)
  const by = describeRefusal(refused)
  if (isEndless(series, trial) && isEndless(series, refused)) return { from: 'proof', control: `${by}, it was sent again without end too` }
  if (series.calls.some(({ exchange }) => exchange.request.method === 'POST')) {
    const decision = await decideRepetition(series, trial, refused, controls)
    if (decision?.from === 'proof') return decision
  }
  return { from: 'pattern', unless: `the suite made these calls: ${by}, the call came again too` }
}

const statusAt = ({ faulted }: Trial) => faulted?.exchange.reply?.status

/** "refused with 400" */
const describeRefusal = (refused: Trial) =>
  refused.planned.fault.lasts ? 'with all calls refused from here on' : `refused with ${statusAt(refused)}`

function notAgain(refused: Trial, { key }: Series): string {
  const { call, place } = refused.planned
  if (place?.key === key || refused.planned.fault.lasts) return `${describeRefusal(refused)}, it was not sent again`
  return `with a ${statusAt(refused)} at ${call}, it was not sent again`
}

/** A suite that passes without the call does not notice the refusal. After another failure it may do anything. */
function decideNotAgain(refused: Trial, series: Series): Decision {
  if (refused.run.exitCode !== 0) return { from: 'proof', control: notAgain(refused, series) }
  return { from: 'pattern', unless: `the suite did this itself: ${describeRefusal(refused)}, it passed, so no control shows what it does` }
}

const MANY_TRIES = 20
const HASTY_MS = 40

/** The run was ended from outside while the call came again and again, almost without a pause. */
function isEndless({ key }: Series, { run, calls }: Trial): boolean {
  const equal = calls.filter((call) => call.key === key)
  if (run.killedBy === undefined || equal.length <= MANY_TRIES) return false
  const gaps = equal.slice(1).map((call, index) => gapBetween(equal[index] ?? call, call))
  return (gaps.sort((one, other) => one - other)[gaps.length >> 1] ?? HASTY_MS) < HASTY_MS
}

/** What makes even a proof doubtful. */
function withVetoes(decision: Decision, suspicion: Suspicion, { runs }: Campaign, trial: Trial): Decision {
  if (decision?.from !== 'proof') return decision
  const veto = findVeto(suspicion, trial, runs)
  return veto === undefined ? decision : { from: 'pattern', control: decision.control, unless: veto }
}

function findVeto({ kind, series, again }: Suspicion, trial: Trial, usual: readonly Run[]): string | undefined {
  if (trial.planned.place?.isUnstable) return 'another call was meant: only one of the two runs without a fault has this call'
  if (series.hasUnknown) return 'one of these calls is no retry: the runs without a fault do not have it'
  if (again !== undefined && goesOn(trial, again, usual)) return 'the suite sent it again: it had gone on with its next call in between'
  const { calls, reference } = trial
  const isMore = calls.filter(({ group }) => group === series.group).length > Math.max(...reference.calls(series.group))
  if (kind !== 'stuck' && !isMore) return 'the suite made these calls for another purpose: without the fault there are as many'
  const before = new Set(usual.flatMap(({ output }) => listSkips(output)))
  const news = listSkips(trial.run.output).find((words) => !before.has(words))
  return news === undefined ? undefined : `the test runner did it: its output says "${news}"`
}

/**
 * Whether the suite made one of its next calls after the faulted call and before the repeated one. Then its caller had the result. Calls of
 * another world or test are not next: tests run in parallel.
 */
function goesOn({ planned: { place }, faulted, calls, reference }: Trial, again: Call, usual: readonly Run[]): boolean {
  if (faulted === undefined || place === undefined) return false
  const isNext = ({ key }: Call) =>
    usual.every(({ exchanges }) => {
      const own = exchanges.find(createFinder(reference, place))
      return own !== undefined && exchanges.some((one) => reference.identify(one).key === key && one.arrived.monotonic > endOf(own))
    })
  const { number } = again.exchange
  const isOfTest = ({ exchange: { world, testCase } }: Call) =>
    world === faulted.exchange.world && testCase?.name === faulted.exchange.testCase?.name
  return calls.some(
    (call) =>
      call.exchange.number < number &&
      call.exchange.arrived.monotonic > endOf(faulted.exchange) &&
      isOfTest(call) &&
      ![faulted.key, again.key].includes(call.key) &&
      calls.filter(({ key, exchange }) => key === call.key && exchange.number <= call.exchange.number).length <=
        reference.count(call.key) &&
      isNext(call),
  )
}
