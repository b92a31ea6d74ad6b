// Plays scenarios: finds the step that takes a call, and counts the call. Nothing here waits, so the counts are exact even with many
// parallel calls. The effects do the work of a step.

import { hash } from 'node:crypto'
import { BOUNDS } from '../ground/bounds.ts'
import type { AppliedStep, Exchange } from '../ground/generated/control.ts'
import type { Session } from '../worlds/world.ts'
import type { CallStep, Setup, Step } from './scenario.ts'

/** A scenario that is being played, and how many calls each step has taken, by the number of the step. */
export interface Sequence {
  readonly setup: Setup
  readonly taken: number[]
  /** The key of the counts. Only a sequence from a header or the base URL has a key, and starts over when its steps are used up. */
  readonly key?: string
}

interface PlayState {
  /** The sequences that were put on the world. They do not start over. */
  active: readonly Sequence[]
  /** The counts of the sequences that have a key. */
  readonly counts: Map<string, number[]>
  readonly random: () => number
}

/** What decides which step takes a call. */
type PlayedCall = Pick<Exchange, 'operation'> & { readonly request: Pick<Exchange['request'], 'method' | 'path' | 'query'> }

export interface TakenStep extends CallStep {
  readonly counts: number[]
  /** At first the step has not acted. */
  readonly applied: AppliedStep & { acted: boolean }
}

const states = new WeakMap<Session, PlayState>()

export function playStateOf(session: Session): PlayState {
  const state = states.get(session) ?? createPlayState(session.random)
  states.set(session, state)
  return state
}

export const createPlayState = (random: () => number): PlayState => ({ active: [], counts: new Map(), random })

/**
 * The sequences of the strongest switch that has steps for the call, else those of the world. A call that finds all sequences of its
 * switch used up gets the real reply, and they start over with the next call.
 */
export function findSequences(switches: readonly (readonly Setup[])[], call: PlayedCall, state: PlayState): readonly Sequence[] {
  const { operation = '' } = call
  const strongest = switches.find((setups) => setups.some(({ stepsFor }) => stepsFor(operation).length > 0))
  if (strongest === undefined) return state.active
  const sequences = strongest.map((setup): Sequence => {
    // Most scenarios have no step that is ever used up, so there is nothing to count.
    if (!setup.isCounted) return { setup, taken: [] }
    const key = keyOf(setup, call)
    return { setup, taken: state.counts.get(key) ?? [], key }
  })
  const ending = sequences.filter(({ key, setup }) => key !== undefined && endsFor(setup.stepsFor(operation)))
  const isUsed = ({ setup, taken }: Sequence) => setup.stepsFor(operation).every(({ step }) => isUsedUp(step, taken))
  if (ending.every(isUsed)) for (const { key = '' } of ending) state.counts.delete(key)
  return sequences
}

/** The switch of a request is counted per call or per run. The hash bounds the bytes of the counts. */
const keyOf = ({ key, request: { run } }: Setup, { request: { method, path, query } }: PlayedCall) =>
  hash('sha256', `${key} ${run ?? `${method} ${path}?${query}`}`, 'base64')

/** Whether there are steps, and each of them takes a limited number of calls. */
const endsFor = (steps: readonly CallStep[]) => steps.length > 0 && steps.every(({ step }) => step.times !== Number.POSITIVE_INFINITY)

/**
 * At most one step per sequence takes the call: the first that applies and is not used up. Without such a step the call gets the real
 * reply. A second answering step does not take this call, and is not counted.
 */
export function chooseSteps(sequences: readonly Sequence[], { operation = '' }: PlayedCall, { counts, random }: PlayState): TakenStep[] {
  const all: TakenStep[] = []
  let isDecided = false
  for (const { setup, taken, key } of sequences)
    for (const { step, applied } of setup.stepsFor(operation)) {
      const { probability } = step.settings
      if (isUsedUp(step, taken) || (probability !== undefined && random() >= probability)) continue
      if (step.isDecisive && isDecided) break
      isDecided ||= step.isDecisive
      taken[step.number] = (taken[step.number] ?? 0) + 1
      if (key !== undefined && !counts.has(key)) {
        if (counts.size >= BOUNDS.stepCounts) counts.delete(counts.keys().next().value ?? '')
        counts.set(key, taken)
      }
      all.push({ step, counts: taken, applied: { ...applied } })
      break
    }
  return all
}

const isUsedUp = ({ times, number }: Step, taken: readonly number[]) => (taken[number] ?? 0) >= times

export function giveBack({ step: { number }, counts }: TakenStep): void {
  counts[number] = (counts[number] ?? 1) - 1
}

export const countTaken = ({ taken }: Sequence) => taken.reduce((sum, count) => sum + count, 0)

/** Whether no step can take a further call. */
export const isOver = ({ setup, taken }: Sequence) => setup.steps.every((step) => isUsedUp(step, taken))
