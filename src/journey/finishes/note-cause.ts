// Notes the causes of the reply: the scenarios that gave or changed it, else the answer that gave it. Only this file writes
// `causes`.

import type { Cause } from '../../record/cause.ts'
import type { Visit } from '../visit.ts'

export function noteCause() {
  return function noteCause(visit: Visit): void {
    visit.exchange.causes = causesOf(visit)
  }
}

/** The causes of a visit. If nobody answered, the cause is `gone`. */
export function causesOf({ exchange: { plays, answeredBy }, because, taken }: Visit): readonly Cause[] {
  const answering = answeredBy === 'scenario' ? taken.findIndex(({ step }) => step.isDecisive) : -1
  const causes = plays.map(({ scenario, step }, index) => ({
    name: 'scenario',
    parameters: { name: scenario, ...(step !== undefined && { step }), ...(index === answering && because) },
  }))
  const acting = causes.filter((_cause, index) => plays[index]?.acted)
  return acting.length > 0 ? acting : [{ name: answeredBy, ...(because && { parameters: because }) }]
}
