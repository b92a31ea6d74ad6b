// Answers for a deprecated operation whose removal date has passed on the world's clock.

import type { Exchange } from '../../exchange.ts'
import { operationRemoved } from '../../refusals.ts'

export function removed() {
  return function removed({ operation, arrived }: Exchange): undefined {
    const sunset = operation?.deprecation?.sunset
    if (operation !== undefined && sunset !== undefined && arrived.world >= sunset) throw operationRemoved(operation)
  }
}
