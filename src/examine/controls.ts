// The controls of a campaign: runs whose failure only the suite can answer with more calls. They are played only before an accusation,
// and once for each place.

import type { Contract } from '../contract/contract.ts'
import type { Exchange } from '../ground/generated/control.ts'
import type { Fault } from './faults.ts'
import { changeAll, knowValues } from './lies.ts'
import type { PlannedRun } from './plan.ts'
import { createFinder, createFinderForGood, createFinderOfTwo, type Place, type Reference } from './reference.ts'
import { type Run, type RunOptions, runSuite, type Suite } from './run-suite.ts'
import { readTrial, type Trial } from './trial.ts'

/** A campaign after its runs without a fault. */
export interface Campaign {
  readonly suite: Suite
  /** The two runs without a fault. */
  readonly runs: readonly Run[]
  readonly reference: Reference
  readonly contract: Contract
  /** The bounds of the runs with a fault. */
  readonly limits: RunOptions
}

/**
 * The call is refused and not carried out. No sane client tries it again. A GET is refused with 404: a loop of a test that waits for an
 * item goes on after a 404, and may end after a 400.
 */
const REFUSED: Fault = {
  ...{ group: 'errors', name: 'refused', gives: '404 to a GET, and 400 to others' },
  scenarioAt: ({ request }) => ({ name: request.method === 'GET' ? 'not-found' : 'bad-request' }),
}
/** A test may want a 400 or a 404, or go on after it. It hardly wants this. */
const FORBIDDEN: Fault = {
  ...{ group: 'errors', name: 'forbidden', gives: '403' },
  scenario: { steps: [{ respond: { status: 403 } }] },
}
/** The call is carried out, and its success has the body `{}`. */
const HOLLOW: Fault = { group: 'errors', name: 'hollow', gives: 'an empty success', change: withEmptyBody }

function withEmptyBody(draft: { body: unknown }): true {
  draft.body = {}
  return true
}

export interface Controls {
  /** The place of a run with its call refused. For a fault that lasts, every later call is refused too. */
  refused(planned: PlannedRun): Promise<Trial | undefined>
  /** The same, with another refusal. */
  forbidden(planned: PlannedRun): Promise<Trial | undefined>
  /** The call is carried out, and its success has other values. */
  lie(planned: PlannedRun): Promise<Trial | undefined>
  /** The call is carried out, and its success has no content. */
  hollow(planned: PlannedRun): Promise<Trial | undefined>
  /** Every equal call from this place on is refused, as in the given control. */
  refusedForGood(refused: Trial): Promise<Trial | undefined>
}

export function createControls(campaign: Campaign): Controls {
  const played = new Map<string, Promise<Trial | undefined>>()
  const known = knowValues(
    campaign.runs.flatMap(({ exchanges }) => exchanges),
    campaign.contract,
  )
  const lie: Fault = { group: 'errors', name: 'lie', gives: 'other values', change: changeAll(known) }
  function playOnce(control: Fault, planned: PlannedRun, isForGood = false): Promise<Trial | undefined> {
    const { call, place } = planned
    const lasts = planned.fault.lasts ?? false
    const name = `${control.name} ${call} ${lasts} ${isForGood}`
    const playing = played.get(name) ?? play(campaign, { call, ...(place && { place }), fault: { ...control, lasts }, isForGood })
    played.set(name, playing)
    return playing
  }
  return {
    refused: (planned) => playOnce(REFUSED, planned),
    forbidden: (planned) => playOnce(FORBIDDEN, planned),
    lie: (planned) => playOnce(lie, planned),
    hollow: (planned) => playOnce(HOLLOW, planned),
    refusedForGood: ({ planned }) => playOnce(planned.fault, planned, true),
  }
}

/** When tests run in parallel, the number of a call may change from run to run. So the fault may need several runs to meet its call. */
const MAX_RUNS = 3

function findIn(reference: Reference, { isTwice, isForGood }: PlannedRun, place: Place): (exchange: Exchange) => boolean {
  if (isTwice) return createFinderOfTwo(reference, place)
  return isForGood ? createFinderForGood(reference, place) : createFinder(reference.identify, place)
}

/** Runs the suite until the fault meets its call. Resolves with undefined when no run met it, or when the campaign was interrupted. */
export async function play({ suite, reference, limits }: Campaign, planned: PlannedRun): Promise<Trial | undefined> {
  const { place, fault } = planned
  for (let count = 0; count < MAX_RUNS && !suite.signal.aborted; count += 1) {
    const { lie } = fault
    const isMet = lie ? ({ operation }: Exchange) => operation === lie.operation : place && findIn(reference, planned, place)
    const run = await runSuite(suite, { ...fault, ...(isMet && { isMet }) }, limits)
    if (run.killedBy === 'interrupt') return undefined
    if (place === undefined || run.faulted.size > 0) return readTrial(planned, run, reference)
  }
  return undefined
}
