// Spares runs: where calls of one shape have answered a fault alike several times, the other calls of this shape say nothing new.

import type { Examined } from './experiment.ts'
import type { PlannedRun } from './plan.ts'
import { shapeOf } from './reference.ts'

/** So many equal answers to a fault at calls of one shape say enough: the other calls of this shape are spared. */
const ENOUGH = 3

/** Calls of one operation with the same parameters and fields have the same shape. */
export function createAlike() {
  const outcomes = new Map<string, string[]>()
  const nameOf = ({ place, fault }: PlannedRun) => place && `${fault.name} ${shapeOf(place)}`
  return {
    add(planned: PlannedRun, examined: Examined | undefined) {
      const name = nameOf(planned)
      if (name === undefined || examined === undefined) return
      outcomes.set(name, [...(outcomes.get(name) ?? []), `${examined.outcome.name} ${examined.decision?.from}`])
    },
    /** The reason why a run is spared. */
    find(planned: PlannedRun): string | undefined {
      const found = outcomes.get(nameOf(planned) ?? '') ?? []
      return found.length >= ENOUGH && new Set(found).size === 1 ? `${ENOUGH} calls like it gave the same` : undefined
    },
  }
}
