// Replies in the operation's place, as the true case would: the very refusal where there is one, else the
// contract's example, else a body of our own.

import { STATUS_CODES } from 'node:http'
import type { Exchange, Reply } from '../../exchange.ts'
import { CODES, type Code, Problem } from '../../problem.ts'
import * as refusals from '../../refusals.ts'
import type { Effect } from '../effect.ts'
import { faultInHeaders, setHeaders } from './headers.ts'

interface Respond {
  readonly status: number
  readonly code?: Code
  readonly example?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | number>>
}

export const respond: Effect = {
  check: (value) => faultInHeaders((value as Respond).headers ?? {}),
  answer(value, exchange, { renderProblem, realm }) {
    const { status, code = TRUE_CASES[(value as Respond).status], example, body } = value as Respond
    const { operation } = exchange
    if (operation && operation.respondsWith(status) === undefined)
      exchange.warnings.push(`${operation.id} does not document ${status}: the contract does not promise this reply`)
    if (status === 204 || status === 304) return { status }
    const refusal = code && refusalOf(code, exchange, realm)
    const headers = refusal ? { headers: refusal.headers } : {}
    if (body !== undefined) return { status, body, ...headers }
    if (refusal && example === undefined)
      return {
        status,
        body: renderProblem({ code: refusal.code, message: refusal.message, status }),
        assumed: [...refusal.assumed, 'codes'],
        ...headers,
      }
    const documented = exampleReply(exchange, status, example)
    if (documented) return { ...documented, ...headers }
    return {
      status,
      body: status < 400 ? {} : renderProblem({ status, code: codeOf(status), message: STATUS_CODES[status] ?? `Status ${status}` }),
    }
  },
  finish(value, exchange) {
    setHeaders(exchange, (value as Respond).headers ?? {})
    return true
  },
}

/** Statuses whose true case is more than a body. */
const TRUE_CASES: Readonly<Record<number, Code>> = { 401: 'unauthorized', 429: 'rate_limited' }

/** The code that the catalogue has for a status. */
function codeOf(status: number): Code {
  if (status === 400) return 'invalid_parameter'
  const [code] = Object.entries(CODES).find(([, known]) => known.status === status) ?? ['forced_error']
  return code as Code
}

/** The contract's example of a status; undefined when it has none. Throws a Problem for a name that it does not have. */
export function exampleReply({ operation }: Exchange, status: number, name?: string): Reply | undefined {
  const examples = operation?.respondsWith(status)?.examples
  if (name !== undefined && !examples?.has(name))
    throw new Problem(
      'invalid_scenario',
      `${operation?.id ?? 'this path'} has no example ${JSON.stringify(name)} of ${status}: there are ${[...(examples?.keys() ?? [])].join(', ') || 'none'}`,
    )
  const found = name === undefined ? examples?.values().next() : { done: false, value: examples?.get(name) }
  return found === undefined || found.done ? undefined : { status, body: found.value }
}

/** The refusal that the true case would be. */
function refusalOf(code: Code, { count, operation }: Exchange, realm: string): Problem {
  if (code === 'unauthorized') return refusals.unauthorized(realm, true, 'This API key is not known')
  if (code === 'rate_limited' && count) return refusals.rateLimited(count)
  if (code === 'key_banned' && count) return refusals.keyBanned(count)
  if (code === 'operation_removed' && operation) return refusals.operationRemoved(operation)
  return new Problem(code, CODES[code].meaning)
}
