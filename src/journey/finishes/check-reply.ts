// Holds every reply against the contract before it goes out: status, media type and body of an operation must be
// documented ones. A reply that is not is a bug of ours, unless a scenario gave it. A contract may leave out the
// refusals that come before any operation, as 401 and 429: a warning says so.

import type { Exchange } from '../../record/exchange.ts'
import { addWarning } from '../../record/violation.ts'
import type { Draft } from '../../replies/reply.ts'
import { addAssumed } from '../add-assumed.ts'
import type { Visit } from '../visit.ts'

export function checkReply() {
  return function checkReply(visit: Visit, draft: Draft): void {
    const fault = findFault(visit, draft)
    if (fault === undefined) return
    const { operation, exchange } = visit
    if (SPEAK_FOR_IT.has(exchange.answeredBy)) throw new Error(`${operation?.id} ${fault}`)
    addWarning(exchange, 'undocumented_refusal', `${operation?.id} ${fault}: the contract does not document this refusal`)
  }
}

/** The answers that speak for the operation itself. */
const SPEAK_FOR_IT: ReadonlySet<Exchange['answeredBy']> = new Set(['handler', 'generated'])

function findFault({ operation, exchange }: Visit, { status, headers, body }: Draft): string | undefined {
  if (operation === undefined || exchange.answeredBy === 'scenario') return undefined
  const documented = operation.respondsWith(status)
  if (documented === undefined) return `does not document ${status}`
  for (const id of documented.assumed) addAssumed(exchange, id)
  if (documented.content.size === 0) return body === undefined ? undefined : `documents no body for ${status}`
  const type = headers['Content-Type']?.split(';')[0] ?? ''
  if (!documented.content.has(type)) return `does not document ${type} for ${status}`
  const [fault] = documented.content.get(type)?.(body, 'body') ?? []
  return fault && `answers ${status} with a body that breaks the contract: ${fault.message}`
}
