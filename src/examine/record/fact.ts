// A fact: what the report keeps of one remarkable exchange. It is made when the exchange ends, and never changes.

import { hash } from 'node:crypto'
import { findIntegers, findInUrl } from '../../contract/json/big-integers.ts'
import type { Exchange, Moment, RequestRecord } from '../../ground/generated/control.ts'
import type { Evidence } from '../../ground/generated/report.ts'
import { headerOf } from '../../record/exchange.ts'
import { faultFor } from '../../scenarios/faults.ts'
import { type Ask, readAsk } from './retry-after.ts'

/** What the exchange itself does not have. */
interface FactParts {
  /** The number of the call among the calls of its world that have ended. Between two numbers in a row there was no other call. */
  readonly order: number
  /** The status that the client saw. 0 without a reply. */
  readonly status: number
  /** Undefined for a success. */
  readonly failure: Failure | undefined
  /** Session and changes of the world before the request. A change ends every series. */
  readonly episode: string
  /** Where a key stands in the URL. */
  readonly keyPlace: string | undefined
}

/** How a call failed. `passing`: 408, 429 or 5xx. `refused`: another 4xx. `fault`: no whole reply. */
export type Failure = 'refused' | 'passing' | 'fault'

/** The large parts of an exchange, and what a fact says in its own words. */
type LeftOut = 'request' | 'reply' | 'caller' | 'connection' | 'closed' | 'failure'

export interface Fact extends FactParts, Omit<Exchange, LeftOut>, Pick<RequestRecord, 'method' | 'path' | 'query'> {
  readonly userAgent: string | undefined
  /** The key of the request, or the digest of a refused credential. */
  readonly key: string
  readonly hasValidKey: boolean
  /** Path and query. */
  readonly target: string
  /** The switches of the request. Requests with other switches are other calls. */
  readonly switches: string
  /** A short text that is the same for the same body. */
  readonly body: string
  /** Integers above 2^53 that the client sent. */
  readonly bigIntegers: readonly string[]
  readonly closed: Moment
  /** The status of the reply, even when the reply was lost. */
  readonly meant: number
  /** The test announced this error with `expect`. */
  readonly isExpected: boolean
  readonly asked: Ask | undefined
  readonly endedBy: 'client' | 'sandbox' | undefined
}

export function createFact(exchange: Exchange, parts: FactParts): Fact {
  const { request, reply, caller, connection: _connection, closed = exchange.arrived, failure: _failure, ...same } = exchange
  const { method, path, query, userAgent, prefix, headers, body } = request
  const { delivered, fault } = exchange
  const target = query === '' ? path : `${path}?${query}`
  return {
    ...same,
    ...parts,
    ...{ method, path, query, userAgent, target, closed },
    key: caller.key ?? caller.refusal?.digest ?? '',
    hasValidKey: caller.plan !== undefined,
    switches: [prefix, headerOf(headers, 'sandbox-scenario') ?? '', headerOf(headers, 'prefer') ?? ''].join(' '),
    body: body === undefined ? '' : digestOf(body.sha256 ?? body.text ?? body.base64 ?? ''),
    bigIntegers: [...findInUrl(target), ...findIntegers(body?.text ?? '')],
    meant: reply?.status ?? 0,
    isExpected: isAnnounced(exchange, parts.status),
    asked: readAsk(exchange, parts.status),
    endedBy: delivered === 'whole' ? undefined : fault !== undefined && faultFor(fault).endsConnection ? 'sandbox' : 'client',
  }
}

/** The status that the client saw. 0 without a reply. */
export const statusOf = ({ reply, delivered }: Exchange) => (reply === undefined || delivered === 'none' ? 0 : reply.status)

/** A long body becomes its hash, so that facts are small. */
const MAX_BODY = 60
const digestOf = (text: string) => (text.length <= MAX_BODY ? text : hash('sha256', text, 'base64url'))

/** The test announced this error with `expect`. */
export const isAnnounced = ({ testCase }: Exchange, status: number) => status >= 400 && testCase?.expect?.includes(status) === true

export function failureOf({ fault, delivered, answeredBy, replied }: Exchange, status: number): Failure | undefined {
  // The client left in the middle of its request. Nobody failed.
  if (answeredBy === 'gone') return undefined
  if (fault !== undefined && !faultFor(fault).isReadable) return 'fault'
  if (status === 0 || (delivered !== 'whole' && (replied === undefined || status < 400))) return 'fault'
  if (status < 400) return undefined
  return status >= 500 || status === 429 || status === 408 ? 'passing' : 'refused'
}

/** True when the same call, sent again, may succeed. */
export const isPassing = ({ failure }: Fact) => failure !== undefined && failure !== 'refused'

type Shown = Pick<Fact, 'id' | 'method' | 'target' | 'status' | 'world' | 'operation' | 'testCase' | 'userAgent' | 'arrived'>

/** A request as evidence of a mistake. */
export function evidenceOf(fact: Shown, note = fact.status === 0 ? 'no reply' : undefined): Evidence {
  const { id, method, target, status, world, operation, testCase, userAgent, arrived } = fact
  return {
    ...{ request: id, method, target, at: new Date(arrived.real).toISOString(), status, world },
    ...(operation !== undefined && { operation }),
    ...(testCase && { case: testCase.name }),
    ...(userAgent !== undefined && { program: userAgent }),
    ...(note !== undefined && { note }),
  }
}
