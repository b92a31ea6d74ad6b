// Refuses a deprecated operation after its removal date, by the clock of the world.

import { operationRemoved } from '../../errors/refusals.ts'
import type { Answer } from '../parts.ts'

export const removed: Answer = {
  name: 'removed',
  asks: 'Was the operation removed?',
  passes: () => 'no',
  answers: () => 'refused: the operation was removed',
  give({ operation, exchange: { arrived } }) {
    const sunset = operation?.deprecation?.sunset
    if (operation !== undefined && sunset !== undefined && arrived.world >= sunset) throw operationRemoved(operation)
    return undefined
  },
}
