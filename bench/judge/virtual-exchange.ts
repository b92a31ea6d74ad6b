// Makes the exchange of a call by a virtual client: the same record as over HTTP, with the violations and warnings of the contract.

import { fileURLToPath } from 'node:url'
import { loadContract } from '../../src/contract/contract.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { type ReadRequest, readRequest } from '../../src/contract/read-request.ts'
import type { Exchange, Moment, TestCase } from '../../src/ground/generated/control.ts'
import { faultFor } from '../../src/scenarios/faults.ts'
import { createFind } from '../../test/support/find-operation.ts'

export const contract = await loadContract(fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url)))
const find = createFind(contract.operations)
export const START = Date.UTC(2026, 10, 21, 12)

/** The client that calls. */
export interface VirtualClient {
  readonly key?: string | undefined
  readonly address?: string
  /** Empty: the client sends no User-Agent. */
  readonly userAgent?: string
  /** The key of the client is not a key of the sandbox. */
  readonly hasWrongKey?: boolean
}

/** The request of the call. */
export interface Ask {
  readonly method?: string
  readonly path?: string
  readonly query?: string
  /** JSON. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly testCase?: TestCase
  readonly prefix?: string
}

/** The reply to the call, or its failure. */
export interface Answer {
  /** 0: no reply. */
  readonly status?: number
  /** The duration of the call in milliseconds. */
  readonly took?: number
  /** A scenario gave the answer. */
  readonly isPlayed?: true
  /** The real rate limit gave the answer. */
  readonly isReal?: boolean
  /** The call came during a wait that a 429 had asked for; the key is banned. */
  readonly isEarly?: true
  readonly isBanned?: true
  /** In seconds. */
  readonly retryAfter?: number
  readonly form?: 'seconds' | 'date'
  readonly fault?: string
  readonly carriedOut?: boolean
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Requests that are left in the window of the rate limit. */
  readonly remaining?: number
  /** The end of the window in seconds since 1970; default: a minute after the start. */
  readonly reset?: number
  /** The client closed the connection before it had the reply. */
  readonly gaveUp?: boolean
}

/** A call that has begun and not ended. */
export interface Pending {
  readonly client: VirtualClient
  readonly ask: Ask
  readonly arrived: Moment
}

/** The number, the time and the world of the end of a call. */
interface Place {
  readonly number: number
  readonly closed: Moment
  readonly world: string
  readonly session: number
  readonly revision: number
}

/** The exchange of a call that ends with this answer. */
export function createExchange({ client, ask, arrived }: Pending, answer: Answer, place: Place): Exchange {
  const { method = 'GET', path = '/v1/pets', query = '', body, testCase, prefix = '' } = ask
  const { operation, read } = readAsk(ask)
  const { fault, isPlayed, isReal = false, gaveUp = false } = answer
  const isSilent = fault !== undefined && faultFor(fault).breaks !== 'body'
  const hasReply = !isSilent && !gaveUp && answer.status !== 0
  const { number, closed, world, session, revision } = place
  return {
    number,
    id: `req_v_${number}`,
    arrived,
    connection: { id: number, use: 1, address: client.address ?? '127.0.0.1' },
    request: {
      method,
      target: `${prefix}${path}${query === '' ? '' : `?${query}`}`,
      prefix,
      path,
      query,
      origin: 'http://127.0.0.1:4010',
      ...(client.userAgent !== '' && { userAgent: client.userAgent }),
      headers: headersOf(client, ask),
      ...(body !== undefined && { body: { text: body, bytes: Buffer.byteLength(body) } }),
    },
    caller: callerOf(client),
    world,
    session,
    revision,
    count: {
      ...{
        at: arrived,
        verdict: answer.isBanned ? 'banned' : isReal ? 'refused' : 'served',
        ...(answer.isEarly && { early: true }),
        window: 'minute',
        limit: 60,
        remaining: answer.remaining ?? (isReal ? 0 : 59),
      },
      reset: answer.reset ?? Math.ceil((START + 61_000) / 1000),
      retryAfter: answer.retryAfter ?? 60,
    },
    ...(operation && { operation: operation.id }),
    ...(testCase && { testCase }),
    violations: [...(read?.violations ?? [])],
    warnings: (read?.unknown ?? []).map(({ in: where, words, place }) => ({
      code: where === 'body' ? 'unknown_field' : 'unknown_parameter',
      message: `the ${words} is not in the contract`,
      in: where,
      place,
    })),
    answeredBy: isReal ? 'rate-limit' : isPlayed ? 'scenario' : 'handler',
    appliedSteps: isPlayed ? [{ scenario: 'played', step: 1, acted: true }] : [],
    causes: [{ name: isReal ? 'rate-limit' : isPlayed ? 'scenario' : 'handler' }],
    assumed: [],
    carriedOut: answer.carriedOut ?? (fault === undefined && !gaveUp && (answer.status ?? 200) < 300),
    ...(hasReply && { reply: createReply(answer, closed.world), replied: closed }),
    closed,
    delivered: hasReply ? (fault === 'truncated' || fault === 'stall' ? 'part' : 'whole') : 'none',
    deliveredBytes: 0,
    ...(fault !== undefined && { fault }),
  }
}

function callerOf({ key, hasWrongKey = false }: VirtualClient): Exchange['caller'] {
  if (hasWrongKey) return { refusal: { given: true, message: 'not a key of this sandbox', digest: key ?? 'wrong' } }
  return key === undefined ? { refusal: { given: false, message: 'no key' } } : { key, plan: 'free' }
}

function readAsk({ method = 'GET', path = '/v1/pets', query = '', body }: Ask): { operation?: Operation; read?: ReadRequest } {
  const found = find(method, path)
  if (found === undefined || !('operation' in found)) return {}
  const { operation, parameters } = found
  const sent = { query, headers: body === undefined ? {} : { 'content-type': 'application/json' }, path: parameters }
  return { operation, read: readRequest(operation, { ...sent, body: body === undefined ? undefined : Buffer.from(body) }) }
}

function createReply(
  { status = 200, retryAfter, form = 'seconds', body = '[]', headers = {}, reset }: Answer,
  world: number,
): NonNullable<Exchange['reply']> {
  const wait =
    retryAfter === undefined ? undefined : form === 'seconds' ? String(retryAfter) : new Date(world + retryAfter * 1000).toUTCString()
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      Date: new Date(world).toUTCString(),
      ...(wait !== undefined && { 'Retry-After': wait }),
      ...(status === 429 && { 'X-RateLimit-Reset': String(reset ?? Math.floor(world / 1000) + Math.ceil(retryAfter ?? 0)) }),
      ...headers,
    },
    body: { text: body, bytes: body.length },
  }
}

function headersOf({ key, userAgent }: VirtualClient, { headers = {}, body }: Ask): string[] {
  return [
    ...['Host', '127.0.0.1:4010'],
    ...(userAgent === undefined || userAgent === '' ? [] : ['User-Agent', userAgent]),
    ...(key === undefined ? [] : ['Authorization', `Bearer ${key}`]),
    ...(body === undefined ? [] : ['Content-Type', 'application/json']),
    ...Object.entries(headers).flat(),
  ]
}
