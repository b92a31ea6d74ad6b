// Plays scenarios: finds the step that takes a call, and counts the call. This code never waits, so the counts are exact
// even with many parallel calls. The effects do the work of a step.

import { createHash } from 'node:crypto'
import { BOUNDS } from '../exchange/bounds.ts'
import type { AppliedStep } from '../exchange/exchange.ts'
import type { Setup, Step } from './scenario.ts'

/** A scenario that is being played, and the number of calls that each of its steps has taken. */
export interface Sequence {
  readonly setup: Setup
  readonly taken: number[]
  /**
   * The key of the counts. Only a sequence from a header or the base URL has a key. Such a sequence starts over when all
   * its steps are used up.
   */
  readonly key?: string
}

/** The state of a world's scenarios. */
export interface PlayState {
  /** The sequences that were put on the world. They do not start over. */
  active: readonly Sequence[]
  /** How many calls each step has taken, for scenarios from headers and base URLs. The key is made from scenario, parameters and call. */
  readonly counts: Map<string, number[]>
  readonly random: () => number
}

/** The properties of a call that decide which step takes it. */
export interface PlayedCall {
  readonly method: string
  readonly path: string
  readonly query: string
  /** The operationId. */
  readonly operation?: string
}

/** A step that has taken a call. */
export interface TakenStep {
  readonly name: string
  readonly step: Step
  readonly passes: AppliedStep['passes']
  /** Undoes the count of this call. */
  readonly giveBack: () => void
}

/** A step that took a call, for the record. The step of `Prefer` has no number, because `Prefer` has no sequence. */
export const recordPlay = ({ name, step, passes }: TakenStep, acted: boolean): AppliedStep => ({
  scenario: name,
  ...(name !== 'prefer' && { step: step.number }),
  acted,
  passes,
})

/** Creates a state whose randomness depends only on seed and world: mulberry32, with a hash of the world's name. */
export function createPlayState(seed: number, world: string): PlayState {
  let state = [...world].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed ^ 2_166_136_261)
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { active: [], counts: new Map(), random }
}

/** Whether a scenario or a step applies to this call. */
export const appliesTo = ({ operations }: { readonly operations?: readonly string[] }, { operation }: PlayedCall) =>
  operations === undefined || (operation !== undefined && operations.includes(operation))

/** The sequence that a request's own switch asks for. It is counted per call or per run. */
export function resume(setup: Setup, call: PlayedCall, { counts }: PlayState): Sequence {
  // Most scenarios have only steps that are never used up, so there is nothing to count.
  if (!setup.isCounted) return { setup, taken: createTaken(setup) }
  const text = `${setup.key} ${setup.request.run ?? `${call.method} ${call.path}?${call.query}`}`
  // The hash bounds the bytes of the counts.
  const key = createHash('sha256').update(text).digest('base64')
  return { setup, taken: counts.get(key) ?? createTaken(setup), key }
}

export const createTaken = ({ steps }: Setup): number[] => steps.map(() => 0)

/**
 * The steps that take the call, at most one per sequence. Only one step of a call may answer. A second answering step does
 * not take this call, and is not counted.
 */
export function takeSteps(sequences: readonly Sequence[], call: PlayedCall, state: PlayState): TakenStep[] {
  const meant = sequences.filter(({ setup }) => appliesTo(setup.request, call))
  startOver(meant, call, state)
  const taken: TakenStep[] = []
  for (const sequence of meant) {
    const isDecided = taken.some(({ step }) => step.isDecisive)
    const step = takeStep(sequence, call, state, isDecided)
    if (step) taken.push(step)
  }
  return taken
}

/** The first step that applies to the call and is not used up. Undefined when there is no such step; then the call gets the real reply. */
function takeStep(sequence: Sequence, call: PlayedCall, state: PlayState, isDecided: boolean): TakenStep | undefined {
  const { setup, taken } = sequence
  for (const [index, step] of setup.steps.entries()) {
    const before = taken[index] ?? 0
    if (!appliesTo(step, call) || before >= step.times) continue
    if (step.probability !== undefined && state.random() >= step.probability) continue
    if (step.isDecisive && isDecided) return undefined
    taken[index] = before + 1
    remember(sequence, state)
    const giveBack = () => {
      taken[index] = Math.max(0, (taken[index] ?? 0) - 1)
    }
    return { name: setup.name, step, passes: passesFor(setup, call, step), giveBack }
  }
  return undefined
}

/** Tells how a later call like this one can pass the scenario. Only steps that answer, or break the answer, stop a call. */
function passesFor({ steps }: Setup, call: PlayedCall, taken: Step): AppliedStep['passes'] {
  const lasting = steps.filter((step) => step.isDecisive && appliesTo(step, call) && step.times === Number.POSITIVE_INFINITY)
  if (lasting.length === 0 && steps.some((step) => step.isDecisive && appliesTo(step, call))) return 'used-up'
  if (lasting.length === 0) return taken.times === Number.POSITIVE_INFINITY ? 'never' : 'used-up'
  return lasting.every(({ probability }) => probability !== undefined && probability < 1) ? 'luck' : 'never'
}

/** When this call finds all sequences of its own switches used up, all of them start over with this call. */
function startOver(sequences: readonly Sequence[], call: PlayedCall, { counts }: PlayState): void {
  const ending = sequences.filter(({ key, setup }) => key !== undefined && endsFor(setup, call))
  if (ending.every((sequence) => isUsedUp(sequence, call))) for (const { key = '' } of ending) counts.delete(key)
}

/** Whether some steps apply to the call, and all of them are used up at some time. */
function endsFor({ steps }: Setup, call: PlayedCall): boolean {
  const applying = steps.filter((step) => appliesTo(step, call))
  return applying.length > 0 && applying.every(({ times }) => times !== Number.POSITIVE_INFINITY)
}

const isUsedUp = ({ setup, taken }: Sequence, call: PlayedCall) =>
  setup.steps.every((step, index) => !appliesTo(step, call) || (taken[index] ?? 0) >= step.times)

function remember({ key, taken }: Sequence, { counts }: PlayState): void {
  if (key === undefined || counts.has(key)) return
  if (counts.size >= BOUNDS.stepCounts) counts.delete(counts.keys().next().value ?? '')
  counts.set(key, taken)
}

/** The number of calls that the scenario has taken. */
export const countMet = ({ taken }: Sequence) => taken.reduce((sum, count) => sum + count, 0)

/** Whether no step can take a further call. */
export const isOver = ({ setup, taken }: Sequence) => setup.steps.every(({ times }, index) => (taken[index] ?? 0) >= times)
