// Notes the causes of the reply: the scenarios that gave or changed it, else the answer that gave it. Only this file writes
// `causes`.

import type { Draft } from '../../exchange/reply.ts'
import type { RequestContext } from '../context.ts'

/** When nobody answered, there is no reply, and the cause is `gone`. */
export function noteCause({ exchange, play }: RequestContext, reply?: Draft): void {
  const { appliedSteps, answeredBy } = exchange
  const answering = answeredBy === 'scenario' ? play?.taken.findIndex(({ step }) => step.isDecisive) : -1
  const acting = appliedSteps.flatMap(({ scenario, step, acted }, index) => {
    if (!acted) return []
    const parameters = { name: scenario, ...(step !== undefined && { step }), ...(index === answering && reply?.causeParameters) }
    return [{ name: 'scenario', parameters }]
  })
  exchange.causes =
    acting.length > 0 ? acting : [{ name: answeredBy, ...(reply?.causeParameters && { parameters: reply.causeParameters }) }]
}
