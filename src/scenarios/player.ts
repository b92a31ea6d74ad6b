// Plays scenarios: which step a call meets, counted without a gap however many calls are under way, for nothing
// here ever waits. What a step then does is for the effects.

import type { Exchange } from '../exchange.ts'
import type { Setup, Step } from './scenario.ts'

/** A scenario that was put on a world, and the calls it has met. */
export interface Active {
  readonly setup: Setup
  /** As it was asked for. */
  readonly wanted: object
  met: number
}

/** What a world remembers of its scenarios. */
export interface PlayState {
  active: readonly Active[]
  /** Calls met by scenarios of header and base URL, by scenario, parameters and call. */
  readonly counts: Map<string, number>
  readonly random: () => number
}

/** A step that a call has met. */
export interface Played {
  readonly name: string
  /** Counted from 1; absent where there are no steps to count. */
  readonly number?: number
  readonly step: Step
}

const MAX_COUNTS = 10_000

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

/** Whether a setup means this call at all. */
export const hits = ({ operations }: { operations?: readonly string[] }, { operation }: Exchange) =>
  operations === undefined || (operation !== undefined && operations.includes(operation.id))

/** The step that a request's own switch comes to. When all are used up the real reply is given once, and they begin anew. */
export function playOnce(setup: Setup, exchange: Exchange, { counts, random }: PlayState, run?: string): Played | undefined {
  const [only] = setup.steps
  // Most scenarios have one step for good: there is nothing to count.
  if (only?.times === Number.POSITIVE_INFINITY)
    return meets(only, exchange, random) ? { name: setup.name, number: 1, step: only } : undefined
  const { method, path, query } = exchange.request
  const key = `${setup.key} ${run ?? `${method} ${path}?${query}`}`
  const met = counts.get(key) ?? 0
  const index = indexOf(setup, met)
  const step = setup.steps[index]
  if (step && !meets(step, exchange, random)) return undefined
  if (counts.size >= MAX_COUNTS && !counts.has(key)) counts.delete(counts.keys().next().value ?? '')
  counts.set(key, step === undefined ? 0 : met + 1)
  return step && { name: setup.name, number: index + 1, step }
}

/** The steps that the scenarios of the world come to. One that would answer waits while another does. */
export function playAll({ active, random }: PlayState, exchange: Exchange): Played[] {
  const met: Played[] = []
  for (const one of active) {
    const isDecided = met.some(({ step }) => step.isDecisive)
    const played = playActive(one, exchange, random, isDecided)
    if (played) met.push(played)
  }
  return met
}

/** The step that a scenario of the world comes to; once used up it stays over. */
function playActive(active: Active, exchange: Exchange, random: () => number, isDecided: boolean): Played | undefined {
  const index = indexOf(active.setup, active.met)
  const step = active.setup.steps[index]
  if (step === undefined || (step.isDecisive && isDecided)) return undefined
  if (!hits(active.setup, exchange) || !meets(step, exchange, random)) return undefined
  active.met += 1
  return { name: active.setup.name, number: index + 1, step }
}

/** The index of the step after so many calls; the number of steps when they are used up. */
function indexOf({ steps }: Setup, met: number): number {
  let before = 0
  const index = steps.findIndex(({ times }) => {
    before += times
    return met < before
  })
  return index === -1 ? steps.length : index
}

const meets = (step: Step, exchange: Exchange, random: () => number) =>
  hits(step, exchange) && (step.probability === undefined || random() < step.probability)
