// Notes the causes of the reply: the scenarios that gave or changed it, else the answer that gave it. Only this file writes
// `causes`.

import type { Cause } from '../../exchange/cause.ts'
import type { RequestContext } from '../context.ts'

export function noteCause() {
  return function noteCause(context: RequestContext): void {
    context.exchange.causes = causesOf(context)
  }
}

/** The causes of a request context. If nobody answered, the cause is `gone`. */
export function causesOf({ exchange: { appliedSteps, answeredBy }, causeParameters, taken }: RequestContext): readonly Cause[] {
  const answering = answeredBy === 'scenario' ? taken.findIndex(({ step }) => step.isDecisive) : -1
  const causes = appliedSteps.map(({ scenario, step }, index) => ({
    name: 'scenario',
    parameters: { name: scenario, ...(step !== undefined && { step }), ...(index === answering && causeParameters) },
  }))
  const acting = causes.filter((_cause, index) => appliedSteps[index]?.acted)
  return acting.length > 0 ? acting : [{ name: answeredBy, ...(causeParameters && { parameters: causeParameters }) }]
}
