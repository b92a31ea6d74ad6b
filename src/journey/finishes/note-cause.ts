// Notes why the reply is what it is: the scenarios that changed it, else the answer that gave it. The one writer of
// `causes`.

import type { Cause } from '../../exchange.ts'
import type { Visit } from '../visit.ts'

export function noteCause() {
  return function noteCause(visit: Visit): void {
    visit.exchange.causes = causesOf(visit)
  }
}

/** Of a visit that nobody answered the cause is `gone`. */
export function causesOf({ exchange, because }: Visit): readonly Cause[] {
  const acted = exchange.plays.filter(({ acted }) => acted)
  if (acted.length === 0) return [{ name: exchange.answeredBy, ...(because && { parameters: because }) }]
  return acted.map(({ scenario, step }) => ({
    name: 'scenario',
    parameters: { name: scenario, ...(step !== undefined && { step }) },
  }))
}
