// Refuses a deprecated operation after its removal date, by the clock of the world.

import { operationRemoved } from '../../replies/refusals.ts'
import type { Visit } from '../visit.ts'

export function removed() {
  return function removed({ operation, exchange: { arrived } }: Visit): undefined {
    const sunset = operation?.deprecation?.sunset
    if (operation !== undefined && sunset !== undefined && arrived.world >= sunset) throw operationRemoved(operation)
  }
}
