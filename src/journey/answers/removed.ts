// Refuses a deprecated operation after its removal date, by the clock of the world.

import { operationRemoved } from '../../errors/refusals.ts'
import type { RequestContext } from '../context.ts'

export function removed() {
  return function removed({ operation, exchange: { arrived } }: RequestContext): undefined {
    const sunset = operation?.deprecation?.sunset
    if (operation !== undefined && sunset !== undefined && arrived.world >= sunset) throw operationRemoved(operation)
  }
}
