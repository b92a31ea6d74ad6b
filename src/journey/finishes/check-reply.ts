// Checks that the contract documents the status, media type and body of every reply of an operation. A wrong reply of a handler is a
// bug in the sandbox. Replies of scenarios are not checked. A refusal such as 401 or 429 that the contract does not document only gets
// a warning.

import { othersIn } from '../../contract/assumptions.ts'
import { findReplyViolation } from '../../contract/operations.ts'
import { addAssumed, addWarning } from '../../exchange/exchange.ts'
import type { Draft } from '../../exchange/reply.ts'
import type { RequestContext } from '../context.ts'
import type { JourneyParts } from '../parts.ts'

/** The answers whose replies the contract must document. */
const MUST_BE_DOCUMENTED: ReadonlySet<string> = new Set(['handler', 'generated'])

export function checkReply(context: RequestContext, { status, headers, body }: Draft, { contract }: JourneyParts): void {
  const { operation, exchange, choices } = context
  if (operation === undefined || exchange.answeredBy === 'scenario') return
  const documented = operation.respondsWith(status) ?? operation.responses.get('default')
  for (const id of documented?.assumed ?? []) addAssumed(exchange, id)
  const violation = findReplyViolation(operation, { status, type: headers['Content-Type']?.split(';')[0] ?? '', body })
  if (violation === undefined) return
  // The contract describes the replies of the default choices only.
  if (Object.keys(othersIn(choices, contract.assumptions)).some((id) => exchange.assumed.includes(id))) return
  if (MUST_BE_DOCUMENTED.has(exchange.answeredBy)) throw new Error(`${operation.id} ${violation}`)
  addWarning(exchange, 'undocumented_refusal', `${operation.id} ${violation}`)
}
