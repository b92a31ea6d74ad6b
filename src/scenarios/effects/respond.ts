// Replies instead of the operation: with the step's body or example, else the real refusal, else the contract's example, else our own body.

import { STATUS_CODES } from 'node:http'
import { BODILESS } from '../../contract/reply.ts'
import { CODES, type Code, Problem } from '../../ground/problem.ts'
import * as refusals from '../../ground/refusals.ts'
import { addWarning } from '../../record/exchange.ts'
import type { Effect, Scene, Settings, Tools } from '../effect.ts'
import { findViolation, setHeaders } from './headers.ts'

export const respond: Effect<'respond'> = {
  check: ({ respond: { headers = {} } }) => findViolation(headers),
  answer({ respond, rateLimit }, scene, tools) {
    const { status, code = TRUE_CASES[status], example, body } = respond
    const { operation, exchange } = scene
    const documented = operation?.respondsWith(status)
    if (operation && documented === undefined)
      addWarning(exchange, 'undocumented_status', `${operation.id} does not document ${status}: the contract does not promise this reply`)
    // A refusing limit has no requests left, unless the step shows another number.
    if (status === 429 && rateLimit?.remaining === undefined) exchange.shown = { ...(exchange.shown ?? exchange.count), remaining: 0 }
    const refused = code && refusalOf(code, scene, tools.realm)
    const isLikeReal = refused !== undefined && body === undefined && example === undefined && !BODILESS.has(status)
    const assumed = isLikeReal ? [...refused.assumed] : []
    if (status >= 400 && body === undefined) assumed.push('codes')
    if (documented) assumed.push(...documented.assumed)
    const isDay = refused?.causeParameters?.window === 'day'
    return {
      status,
      assumed,
      headers: refused?.headers ?? {},
      // The cause names the window only when it is the day, because everybody expects the minute at a 429.
      causeParameters: isDay ? refused.causeParameters : undefined,
      body: isLikeReal ? tools.renderProblem({ code: refused.code, message: refused.message, status }) : bodyOf(respond, scene, tools),
    }
  },
  finish({ respond: { headers } }, draft) {
    if (headers !== undefined) setHeaders(draft, headers)
  },
}

function bodyOf({ status, example, body }: Settings<'respond'>['respond'], scene: Scene, { renderProblem }: Tools): unknown {
  if (BODILESS.has(status)) return undefined
  const given = body === undefined ? exampleBody(scene, status, example) : body
  if (given !== undefined) return given
  return status < 400 ? {} : renderProblem({ status, code: codeOf(status), message: STATUS_CODES[status] ?? `Status ${status}` })
}

/** Statuses for which the real refusal has headers as well as a body. */
const TRUE_CASES: Readonly<Record<number, Code>> = { 401: 'unauthorized', 429: 'rate_limited' }

function codeOf(status: number): string {
  if (status === 400) return 'invalid_parameter'
  const [code] = Object.entries(CODES).find(([, known]) => known.status === status) ?? ['forced_error']
  return code
}

/** Undefined when the contract has no example. Throws a Problem for an unknown name. */
export function exampleBody({ operation }: Scene, status: number, name?: string): unknown {
  const examples = operation?.respondsWith(status)?.examples
  if (name === undefined) return examples?.values().next().value
  if (examples?.has(name)) return examples.get(name)
  const known = [...(examples?.keys() ?? [])].join(', ') || 'none'
  throw new Problem(
    'invalid_scenario',
    `${operation?.id ?? 'this path'} has no example ${JSON.stringify(name)} of ${status}; known examples: ${known}`,
  )
}

function refusalOf(code: Code, { exchange, operation }: Scene, realm: string): refusals.PlainProblem {
  const shown = exchange.shown ?? exchange.count
  if (code === 'unauthorized') return refusals.unauthorized(realm, true, 'This API key is not known')
  if (code === 'rate_limited') return refusals.rateLimited(shown)
  if (code === 'key_banned') return refusals.keyBanned(shown)
  if (code === 'operation_removed' && operation) return refusals.operationRemoved(operation)
  return new Problem(code, CODES[code].meaning)
}
