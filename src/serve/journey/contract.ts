// Refuses requests that break the contract, in this order: the method (405), the path (404), the size of the body (413), violations. The
// first violation gives the code. Also checks replies by the contract.

import type { Contract } from '../../contract/contract.ts'
import { findReplyViolation } from '../../contract/operations.ts'
import { isCompressed, refusalMessages } from '../../contract/read-request.ts'
import type { Draft } from '../../contract/reply.ts'
import { BOUNDS } from '../../ground/bounds.ts'
import type { Violation } from '../../ground/generated/control.ts'
import { Problem } from '../../ground/problem.ts'
import { findNearPath, joinSentences, listSome } from '../../ground/words.ts'
import { addAssumed, addWarning } from '../../record/exchange.ts'
import type { RequestContext } from './context.ts'
import { refuseMethod } from './message.ts'
import type { Answer } from './parts.ts'
import { maxBodyBytesOf } from './request.ts'

export const contract: Answer = {
  name: 'contract',
  asks: 'Does the request keep the contract?',
  passes: () => 'kept',
  answers: ({ violations: [first], reply }) => (first ? `refused: ${first.message}` : `refused with ${reply?.status}`),
  give(context, parts) {
    const { operation, body, exchange } = context
    if (operation === undefined) throw unmatched(context, parts.contract)
    if (body?.isTooLarge) {
      const most = maxBodyBytesOf(context, parts.contract)
      throw new Problem('payload_too_large', `The request body is larger than ${most} bytes: send less`, { assumed: ['request-size'] })
    }
    const [first] = exchange.violations
    if (first) throw violating(first, context)
  },
}

function unmatched({ koa, exchange: { request } }: RequestContext, contract: Contract): Problem {
  const path = request.path.slice(0, BOUNDS.shownPath)
  const assumed = ['unknown-route']
  refuseMethod(koa, path, assumed)
  return new Problem('not_found', `There is nothing at ${path}${hintOf(request.path, contract)}`, { assumed })
}

function violating(first: Violation, { exchange, request: { headers } }: RequestContext): Problem {
  return new Problem(first.code, joinSentences(refusalMessages(exchange.violations)), {
    // Says that the client may send the body without compression (RFC 9110 §12.5.3).
    ...(isCompressed(headers) && first.code === 'invalid_content_type' && { headers: { 'Accept-Encoding': 'identity' } }),
    assumed: first.in === 'path' ? ['invalid-id'] : first.in === 'body' ? ['invalid-body'] : [],
  })
}

/** The sandbox's own paths, which people look for below the base path. */
const OWN_PATH = /^\/(_sandbox|docs|llms\.txt|openapi\.(yaml|json))(\/|$)/

function hintOf(path: string, { basePath, operations }: Contract): string {
  if (path.endsWith('/')) return ': leave out the slash at the end'
  const rest = path.slice(basePath.length)
  const [, switches, behind] = /^(\/~[^/]*)(.*)$/.exec(rest) ?? []
  if (switches !== undefined) return `: write the switches before ${basePath}, as in ${switches}${basePath}${behind}`
  if (OWN_PATH.test(rest)) return `: did you mean ${rest}? Only the contract is under ${basePath}`
  if (rest.startsWith(`${basePath}/`)) return `: did you mean ${rest}? The base URL ends with ${basePath} already`
  const paths = [...new Set(operations.map(({ path }) => path))]
  const near = findNearPath(path, paths)
  return near === undefined ? `: the paths are ${listSome(paths, MAX_PATHS)}` : `: did you mean ${near}?`
}

const MAX_PATHS = 10

/**
 * Checks the replies of an operation, except those of scenarios. A wrong reply of a handler, or one made from the contract, is a bug. An
 * undocumented refusal such as 401 or 429 only gets a warning.
 */
export function checkReply(context: RequestContext, { status, headers, body }: Draft): void {
  const { operation, exchange, choices } = context
  if (operation === undefined || exchange.answeredBy === 'scenario') return
  const documented = operation.respondsWith(status) ?? operation.responses.get('default')
  // A refusal by the rules of HTTP shares only the status with the documented reply.
  if (exchange.answeredBy !== 'http') for (const id of documented?.assumed ?? []) addAssumed(exchange, id)
  const violation = findReplyViolation(operation, { status, type: headers['Content-Type']?.split(';')[0] ?? '', body })
  if (violation === undefined) return
  // The contract describes the replies of the default choices only.
  if (Object.keys(choices).some((id) => exchange.assumed.includes(id))) return
  if (exchange.answeredBy === 'handler' || exchange.answeredBy === 'generated') throw new Error(`${operation.id} ${violation}`)
  addWarning(exchange, 'undocumented_refusal', `${operation.id} ${violation}`)
}
