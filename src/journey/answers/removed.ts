// Answers for a deprecated operation whose removal date has passed on the world's clock.

import { operationRemoved } from '../../replies/refusals.ts'
import type { Visit } from '../visit.ts'

export function removed() {
  return function removed({ operation, exchange: { arrived } }: Visit): undefined {
    const sunset = operation?.deprecation?.sunset
    if (operation !== undefined && sunset !== undefined && arrived.world >= sunset) throw operationRemoved(operation)
  }
}
