// The controls of a campaign: runs whose failure only the suite can answer with more calls. They are played only for an accusation,
// and once for each place.

import type { Exchange } from '../ground/generated/control.ts'
import { StartError } from '../ground/problem.ts'
import type { Fault } from './faults.ts'
import { changeAll, knowValues } from './lies.ts'
import type { PlannedRun } from './plan.ts'
import { createFinder } from './reference.ts'
import { runSuite } from './run-suite.ts'
import { lacksPort } from './runner-output.ts'
import { type Campaign, type EqualCalls, readTrial, type Trial } from './trial.ts'

const CONTROLS = {
  /** The call is not carried out. A GET gets 404, because a loop that waits for an item goes on after a 404, and may end after a 400. */
  refused: { scenario: ({ request }) => ({ name: request.method === 'GET' ? 'not-found' : 'bad-request' }) },
  /** A test may want a 400 or a 404, or go on after it, but hardly a 403. */
  forbidden: { scenario: { steps: [{ respond: { status: 403 } }] } },
  /** The call is carried out, and its success has the body `[]` or `{}`. */
  hollow: { change: ({ body }) => ({ body: Array.isArray(body) ? [] : {} }) },
} satisfies Readonly<Record<string, Partial<Fault>>>

/**
 * `lie`: the call is carried out, and its success has other values. `invalid`: the call is refused with 400, because tests may know a 404
 * of a GET, as "not there". `itself`: the run itself, or its fault, which now lasts or comes once. `undone`: the fault, not carried out.
 */
type Control = keyof typeof CONTROLS | 'lie' | 'invalid' | 'itself' | 'undone'

/** What is said when no run with a control met its call, or when more calls came than a run records. */
export const NOT_PLAYED = {
  unless: 'your tests did this: no control could tell, because its call did not come again, too many calls came, or a port was in use',
}

/** The run with the same fault, which does not last. */
export const onlyOnce = (planned: PlannedRun): PlannedRun => ({ ...planned, fault: { ...planned.fault, lasts: false } })

/**
 * Plays a control at the place of a run. If its fault lasts, every later call gets the control too. Runs that would do the same are
 * played once: the run `reset` is the control `undone` of `lost-reply`.
 */
export type PlayControl = (control: Control, planned: PlannedRun, late?: number) => Promise<Trial | undefined>

export function createControls(campaign: Campaign): PlayControl {
  const played = new Map<string, Promise<Trial | undefined>>()
  const exchanges = campaign.usual.flatMap((run) => run.exchanges)
  const known = knowValues(exchanges, campaign.parts.contract)
  const lie: Partial<Fault> = { change: ({ body }) => changeAll(body, known) }
  return async (control, { isShown = false, ...planned }, late = 0) => {
    const { call, fault: itself, isForGood = false } = planned
    const invalid = { scenario: { steps: [{ delay: late, respond: { status: 400 } }] } }
    const own: object = { ...CONTROLS, lie, invalid, itself, undone: { scenario: itself.undone } }[control]
    const fault = { name: control, group: 'errors', lasts: itself.lasts ?? false, ...own } as Fault
    const { name, scenario, change, assume, lasts } = fault
    const what = change || assume || typeof scenario === 'function' ? name : scenario
    const id = JSON.stringify([call, what, lasts, isForGood])
    const run = { ...planned, fault }
    const playing = played.get(id) ?? play(campaign, { ...run, isShown })
    played.set(id, playing)
    const trial = await playing
    return trial && { ...trial, planned: run }
  }
}

/** Parallel tests may change the number of a call from run to run, and share a port. So a fault may need several runs to meet its call. */
const MAX_RUNS = 3
export const UNMET = `its call did not come again in ${MAX_RUNS} runs, or a port was in use (option jobs)`

/** Runs the suite until the fault meets its call. Undefined when no run met it, or when the campaign was interrupted. */
async function play(campaign: Campaign, planned: PlannedRun): Promise<Trial | undefined> {
  const { call, place, fault, isShown, isForGood } = planned
  const { options, reference, limits } = campaign
  for (let count = 0; count < MAX_RUNS && !options.signal?.aborted; count += 1) {
    const isMet =
      fault.group === 'lies' ? ({ operation }: Exchange) => operation === call : place && createFinder(reference, place, isForGood)
    const run = await runSuite(campaign, { ...fault, ...limits, isMet, isShown }).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error
    })
    if (run?.killedBy === 'interrupt') return undefined
    // Another run may have used its port.
    const isDisturbed = options.jobs !== 1 && run && lacksPort(run.output) && !campaign.usual.some(({ output }) => lacksPort(output))
    // A command that cannot be started now is started again, and the runs that are done stay in the report.
    if (run && !isDisturbed && (place === undefined || run.seen.isMet)) return readTrial(planned, run, campaign)
  }
  return undefined
}

export const statusOf = ({ faulted }: Trial) => faulted?.exchange.reply?.status

/** "the call was refused with 400". The repeated calls may be others than the refused one. */
export function describeRefusal(refused: Trial, { key }: EqualCalls): string {
  const { call, fault, place } = refused.planned
  if (fault.lasts) return 'the call and all later calls were refused'
  return `${place?.key === key ? 'the call' : call} was refused with ${statusOf(refused)}`
}

/** The calls that came again, in a sentence that names the faulted call. */
export const repeatedOf = ({ planned: { place } }: Trial, { key, calls }: EqualCalls) => (place?.key === key ? 'it' : calls[0]?.operation)
