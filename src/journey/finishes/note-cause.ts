// Notes the causes of the reply: the scenarios that gave or changed it, else the answer that gave it. Only this file writes
// `causes`.

import type { Draft } from '../../exchange/reply.ts'
import type { RequestContext } from '../context.ts'

/** When nobody answered, there is no reply, and the cause is `gone`. */
export function noteCause({ exchange, play }: RequestContext, reply?: Draft): void {
  const { appliedSteps, answeredBy } = exchange
  const given = reply?.causeParameters
  const answering = answeredBy === 'scenario' ? play?.taken.findIndex(({ step }) => step.isDecisive) : -1
  const causes = appliedSteps.flatMap(({ scenario, step, acted }, index) =>
    acted
      ? [{ name: 'scenario', parameters: { name: scenario, ...(step !== undefined && { step }), ...(index === answering && given) } }]
      : [],
  )
  exchange.causes = causes.length > 0 ? causes : [given === undefined ? { name: answeredBy } : { name: answeredBy, parameters: given }]
}
