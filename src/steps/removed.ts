// Answers for a deprecated operation whose removal date has passed on the world's clock.

import type { Exchange } from '../exchange.ts'
import { Problem } from '../problem.ts'

export function removed() {
  return function removed({ operation, world }: Exchange): undefined {
    const sunset = operation?.deprecation?.sunset
    if (operation === undefined || sunset === undefined || world.session.clock.now() < sunset) return
    const { successor } = operation.deprecation ?? {}
    throw new Problem(
      'operation_removed',
      `${operation.id} was removed on ${new Date(sunset).toISOString().slice(0, 10)}${successor ? `: use ${successor} instead` : ''}`,
      { assumed: ['removed'] },
    )
  }
}
