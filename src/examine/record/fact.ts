// A fact: what the report keeps of one remarkable exchange. It is made when the exchange ends, and never changes.

import { hash } from 'node:crypto'
import { findIntegers, findInUrl } from '../../contract/json/big-integers.ts'
import type { Exchange, Moment, RequestRecord } from '../../ground/generated/control.ts'
import { headerOf } from '../../record/exchange.ts'
import { faultFor } from '../../scenarios/faults/table.ts'
import { type Ask, readAsk } from './retry-after.ts'

/** A program that calls: a key and a User-Agent. */
export interface Program {
  readonly userAgent: string | undefined
  /** The first product of the User-Agent; empty without one. */
  readonly product: string
  calls: number
  /** When its last call arrived. In milliseconds of the process. */
  lastSeen: number
  /** A reply showed that no request is left. So the next call shows whether the program waits. */
  isAtLimit: boolean
}

/** What the exchange alone does not tell. */
interface FactParts {
  readonly program: Program
  /** The status that the client saw. 0 without a reply. */
  readonly status: number
  /** Session and changes of the world before the request. A change ends every series. */
  readonly episode: string
  /** Where a key stands in the URL. */
  readonly keyPlace: string | undefined
}

type SameFields = 'id' | 'number' | 'world' | 'session' | 'operation' | 'testCase' | 'arrived' | 'replied' | 'delivered' | 'fault'
type MoreFields = 'carriedOut' | 'appliedSteps' | 'causes' | 'count' | 'shown' | 'violations' | 'warnings'
type Same = Readonly<{ [Name in SameFields | MoreFields]: Exchange[Name] }>

/** How a call failed. `limited`: 429. `unavailable`: 503. `server`: other 5xx, or 408. `refused`: other 4xx. `fault`: no whole reply. */
export type Failure = 'refused' | 'limited' | 'unavailable' | 'server' | 'fault'

export interface Fact extends FactParts, Same, Pick<RequestRecord, 'method' | 'path' | 'query'> {
  /** The number of the call among the calls of its program. Between two numbers in a row there was no other call. */
  readonly order: number
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
  /** Undefined for a success. */
  readonly failure: Failure | undefined
  /** The test announced this error with `expect`. */
  readonly isExpected: boolean
  readonly asked: Ask | undefined
  readonly endedBy: 'client' | 'sandbox' | undefined
}

export function createFact(exchange: Exchange, parts: FactParts): Fact {
  const { id, number, world, session, operation, testCase, arrived, replied, closed = arrived, delivered, fault } = exchange
  const { carriedOut, appliedSteps, causes, count, shown, violations, warnings, caller, request, reply } = exchange
  const { method, path, query, prefix, headers, body } = request
  const target = query === '' ? path : `${path}?${query}`
  return {
    ...parts,
    ...{ id, number, world, session, operation, testCase, arrived, replied, closed, delivered, fault, carriedOut, appliedSteps },
    ...{ causes, count, shown, violations, warnings, method, path, query, target },
    order: parts.program.calls,
    key: caller.key ?? caller.refusal?.digest ?? '',
    hasValidKey: caller.plan !== undefined,
    switches: [prefix, headerOf(headers, 'sandbox-scenario') ?? '', headerOf(headers, 'prefer') ?? ''].join(' '),
    body: body === undefined ? '' : digestOf(body.sha256 ?? body.text ?? body.base64 ?? ''),
    bigIntegers: [...findInUrl(target), ...findIntegers(body?.text ?? '')],
    meant: reply?.status ?? 0,
    failure: failureOf(exchange, parts.status),
    isExpected: isAnnounced(testCase, parts.status),
    asked: readAsk(exchange, parts.status),
    endedBy: delivered === 'whole' ? undefined : fault !== undefined && faultFor(fault).endsConnection ? 'sandbox' : 'client',
  }
}

/** A long body becomes its hash, so that facts are small. */
const MAX_BODY = 60
const digestOf = (text: string) => (text.length <= MAX_BODY ? text : hash('sha256', text, 'base64url'))

export const isAnnounced = (testCase: Exchange['testCase'], status: number) => status >= 400 && testCase?.expect?.includes(status) === true

function failureOf({ fault, delivered, answeredBy, replied }: Exchange, status: number): Failure | undefined {
  // The client left in the middle of its request. Nobody failed.
  if (answeredBy === 'gone') return undefined
  if (fault !== undefined && !faultFor(fault).isReadable) return 'fault'
  if (status === 0 || (delivered !== 'whole' && (replied === undefined || status < 400))) return 'fault'
  if (status < 400) return undefined
  if (status === 429) return 'limited'
  if (status === 503) return 'unavailable'
  return status >= 500 || status === 408 ? 'server' : 'refused'
}

/** True when the reply showed that it was the last one of the window. */
export const isLast = ({ count, shown, status }: Pick<Fact, 'count' | 'shown' | 'status'>) =>
  count.verdict === 'served' && count.remaining === 0 && shown === undefined && status > 0

/** True when the same call, sent again, may succeed. */
export const isPassing = ({ failure }: Fact) => failure !== undefined && failure !== 'refused'
