// Holds every reply against the contract before it goes out: status, media type and body of an operation must be
// documented ones. A reply that is not is a bug of ours, and refused as such, unless a scenario was asked for. A
// contract may leave out the refusals that come before any operation, as 401 and 429, or have others: a warning says so.

import type { Exchange } from '../../exchange.ts'
import type { Refuse } from '../render-refusal.ts'

export function checkReply({ refuse }: { refuse: Refuse }) {
  return function checkReply(exchange: Exchange): void {
    const fault = faultOf(exchange)
    if (fault === undefined) return
    if (SPEAK_FOR_IT.has(exchange.cause)) refuse(exchange, new Error(`${exchange.operation?.id} ${fault}`))
    else exchange.warnings.push(`${exchange.operation?.id} ${fault}: the contract leaves this refusal open`)
  }
}

/** The causes that speak for the operation itself. */
const SPEAK_FOR_IT = new Set(['handler', 'generated'])

function faultOf({ operation, reply, headers, assumed, cause }: Exchange): string | undefined {
  if (operation === undefined || cause.startsWith('scenario')) return undefined
  const documented = operation.respondsWith(reply.status)
  if (documented === undefined) return `does not document ${reply.status}`
  for (const id of documented.assumed) assumed.add(id)
  if (documented.content.size === 0) return undefined
  const type = headers['Content-Type']?.split(';')[0] ?? ''
  if (!documented.content.has(type)) return `does not document ${type} for ${reply.status}`
  const [fault] = documented.content.get(type)?.(reply.body, 'body') ?? []
  return fault === undefined ? undefined : `answers ${reply.status} with a body that breaks the contract: ${fault}`
}
