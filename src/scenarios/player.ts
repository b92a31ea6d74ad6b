// Plays scenarios: finds the step that takes a call, and counts it. Nothing here ever waits, so the counts are exact
// however many calls are under way. What a step then does is for the effects.

import { createHash } from 'node:crypto'
import type { Play } from '../record/exchange.ts'
import type { Setup, Step } from './scenario.ts'

/** A scenario that is being played, and how many calls each of its steps took. */
export interface Sequence {
  readonly setup: Setup
  readonly taken: number[]
  /** The key of the counts. Only a sequence that a header or the base URL asked for has one; it starts over when all its steps are used up. */
  readonly key?: string
}

/** A sequence that was put on a world; once used up it stays over. */
export interface Active extends Sequence {
  /** As it was asked for. */
  readonly wish: object
}

/** What a world remembers of its scenarios. */
export interface PlayState {
  active: readonly Active[]
  /** How many calls the steps took that header and base URL asked for, by scenario, parameters and call. */
  readonly counts: Map<string, number[]>
  readonly random: () => number
}

/** The call, as far as scenarios tell one from another. */
export interface PlayedCall {
  readonly method: string
  readonly path: string
  readonly query: string
  /** The operationId. */
  readonly operation?: string
}

/** A step that took a call. */
export interface TakenStep {
  readonly name: string
  readonly step: Step
  readonly passes: Play['passes']
  /** Makes the count as if the step had not taken the call. */
  readonly giveBack: () => void
}

/** A step that took a call, as the record has it. `Prefer` has no sequence, so its step has no number. */
export const recordPlay = ({ name, step, passes }: TakenStep, acted: boolean): Play => ({
  scenario: name,
  ...(name !== 'prefer' && { step: step.number }),
  acted,
  passes,
})

const MAX_COUNTS = 10_000
/** A longer key is kept as its hash, so that the counts are bounded in bytes. */
const MAX_KEY = 300

/** Randomness that is the same for the same seed and world: mulberry32 over a hash of the name. */
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

/** Whether a scenario or a step means this call at all. */
export const means = ({ operations }: { readonly operations?: readonly string[] }, { operation }: PlayedCall) =>
  operations === undefined || (operation !== undefined && operations.includes(operation))

/** The sequence that a request's own switch asks for, counted per call or per run. */
export function resume(setup: Setup, run: string | undefined, call: PlayedCall, { counts }: PlayState): Sequence {
  // Most scenarios have one step for good: there is nothing to count.
  if (!setup.isCounted) return { setup, taken: createTaken(setup) }
  const text = `${setup.key} ${run ?? `${call.method} ${call.path}?${call.query}`}`
  const key = text.length > MAX_KEY ? createHash('sha256').update(text).digest('base64') : text
  return { setup, taken: counts.get(key) ?? createTaken(setup), key }
}

export const createTaken = ({ steps }: Setup): number[] => steps.map(() => 0)

/** The steps that take the call, one of each sequence at most. A step that would answer waits while another does. */
export function takeSteps(sequences: readonly Sequence[], call: PlayedCall, state: PlayState): TakenStep[] {
  const meant = sequences.filter(({ setup }) => means(setup, call))
  startOver(meant, call, state)
  const taken: TakenStep[] = []
  for (const sequence of meant) {
    const isDecided = taken.some(({ step }) => step.isDecisive)
    const step = takeStep(sequence, call, state, isDecided)
    if (step) taken.push(step)
  }
  return taken
}

/** The first step that is not used up and that applies to the call; none, and the call gets the real reply. */
function takeStep(sequence: Sequence, call: PlayedCall, state: PlayState, isDecided: boolean): TakenStep | undefined {
  const { setup, taken } = sequence
  for (const [index, step] of setup.steps.entries()) {
    const before = taken[index] ?? 0
    if (!means(step, call) || before >= step.times) continue
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

/** What lets later calls like this one get by the scenario. Only steps that answer, or break the answer, are in their way. */
function passesFor({ steps }: Setup, call: PlayedCall, taken: Step): Play['passes'] {
  const lasting = steps.filter((step) => step.isDecisive && means(step, call) && step.times === Number.POSITIVE_INFINITY)
  if (lasting.length === 0 && steps.some((step) => step.isDecisive && means(step, call))) return 'used-up'
  if (lasting.length === 0) return taken.times === Number.POSITIVE_INFINITY ? 'never' : 'used-up'
  return lasting.every(({ probability }) => probability !== undefined && probability < 1) ? 'luck' : 'never'
}

/** Sequences that a request's own switch asked for begin anew after this call, when the call finds them all used up. */
function startOver(sequences: readonly Sequence[], call: PlayedCall, { counts }: PlayState): void {
  const ending = sequences.filter(({ key, setup }) => key !== undefined && endsFor(setup, call))
  if (ending.every((sequence) => isUsedUp(sequence, call))) for (const { key = '' } of ending) counts.delete(key)
}

/** Whether some step can take the call, and none for good. */
function endsFor({ steps }: Setup, call: PlayedCall): boolean {
  const applying = steps.filter((step) => means(step, call))
  return applying.length > 0 && applying.every(({ times }) => times !== Number.POSITIVE_INFINITY)
}

const isUsedUp = ({ setup, taken }: Sequence, call: PlayedCall) =>
  setup.steps.every((step, index) => !means(step, call) || (taken[index] ?? 0) >= step.times)

function remember({ key, taken }: Sequence, { counts }: PlayState): void {
  if (key === undefined || counts.has(key)) return
  if (counts.size >= MAX_COUNTS) counts.delete(counts.keys().next().value ?? '')
  counts.set(key, taken)
}

/** How many calls a scenario took. */
export const countMet = ({ taken }: Sequence) => taken.reduce((sum, count) => sum + count, 0)

/** Whether no step can take a call any more. */
export const isOver = ({ setup, taken }: Sequence) => setup.steps.every(({ times }, index) => (taken[index] ?? 0) >= times)
