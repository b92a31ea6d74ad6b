// A fact: what the report keeps of one remarkable exchange. When the exchange ends, only what would be lost is copied. Everything else
// is read from the copy when somebody asks for the report.

import { createHash } from 'node:crypto'
import type { Exchange, Moment } from '../../spec/control.ts'
import { headerOf } from '../exchange/headers.ts'
import { faultFor } from '../faults/table.ts'
import { findInUrl } from '../json/big-integers.ts'
import type { Surroundings } from './contract-facts.ts'
import { COUNTERS, type Mark, readMark } from './marks.ts'
import type { Program } from './programs.ts'
import { type Ask, readAsk } from './retry-after.ts'

/** What the exchange alone does not tell. */
interface CopyParts {
  readonly program: Program
  /** The status that the client saw. 0 without a reply. */
  readonly status: number
  /** Session and changes of the world before the request. A change ends every series. */
  readonly episode: string
  /** When somebody last read the items that this call creates, in milliseconds of the process. */
  readonly lastRead: number
  /** Integers above 2^53 that the client sent. */
  readonly bigIntegers: readonly string[]
  /** Where a key stands that should stand only in Authorization. */
  readonly keyPlace: string | undefined
}

type SameFields = 'id' | 'number' | 'world' | 'operation' | 'testCase' | 'arrived' | 'replied' | 'answeredBy' | 'delivered' | 'fault'
type MoreFields = 'carriedOut' | 'appliedSteps' | 'causes' | 'count' | 'shown' | 'violations' | 'warnings'

export interface Copy extends CopyParts, Readonly<{ [Name in SameFields | MoreFields]: Exchange[Name] }> {
  /** The number of the call among the calls of its program. Between two numbers in a row there was no other call. */
  readonly order: number
  /** The key of the request, or the digest of a refused credential. */
  readonly key: string
  readonly address: string
  readonly connection: number
  readonly method: string
  readonly path: string
  readonly query: string
  readonly prefix: string
  /** Those headers of the request that tell something, as names in small letters and values in turn. */
  readonly headers: readonly string[]
  /** All headers of a reply that may ask for a wait. */
  readonly replyHeaders: Readonly<Record<string, string>> | undefined
  /** A short text that is the same for the same body. */
  readonly body: string
  readonly closed: Moment
  /** The status of the reply, even when the reply was lost. */
  readonly meant: number
}

/** How a call failed. `limited`: 429. `unavailable`: 503. `server`: other 5xx, or 408. `refused`: other 4xx. `fault`: no whole reply. */
export type Failure = 'refused' | 'limited' | 'unavailable' | 'server' | 'fault'

export interface Fact extends Copy {
  /** Path and query. */
  readonly target: string
  /** The switches of the request. Requests with other switches are other calls. */
  readonly switches: string
  /** Undefined for a success. */
  readonly failure: Failure | undefined
  /** The test announced this error with `expect`. */
  readonly isExpected: boolean
  readonly asked: Ask | undefined
  readonly endedBy: 'client' | 'sandbox' | undefined
  readonly mark: Mark
}

const TELLING = new Set(['sandbox-scenario', 'prefer', 'idempotency-key', 'amz-sdk-invocation-id', ...Object.keys(COUNTERS)])

export function copyOf(exchange: Exchange, parts: CopyParts): Copy {
  const { id, number, world, operation, testCase, arrived, replied, closed = arrived, answeredBy, delivered, fault } = exchange
  const { carriedOut, appliedSteps, causes, count, shown, violations, warnings, caller, connection, request, reply } = exchange
  const { method, path, query, prefix, headers, body } = request
  const { program, status, episode, lastRead, bigIntegers, keyPlace } = parts
  return {
    ...{ id, number, world, operation, testCase, arrived, replied, closed, answeredBy, delivered, fault, carriedOut, appliedSteps },
    ...{ causes, count, shown, violations, warnings, method, path, query, prefix },
    ...{ program, status, episode, lastRead, bigIntegers, keyPlace },
    order: program.calls,
    key: caller.key ?? caller.refusal?.digest ?? '',
    address: connection.address,
    connection: connection.id,
    headers: pickTelling(headers),
    replyHeaders: status === 429 || status === 503 ? reply?.headers : undefined,
    body: body === undefined ? '' : digestOf(body.sha256 ?? body.text ?? body.base64 ?? ''),
    meant: reply?.status ?? 0,
  }
}

function pickTelling(headers: readonly string[]): string[] {
  const picked: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = (headers[at] as string).toLowerCase()
    if (TELLING.has(name)) picked.push(name, headers[at + 1] as string)
  }
  return picked
}

/** A long body becomes its hash, so that facts are small. */
const MAX_BODY = 60
const digestOf = (text: string) => (text.length <= MAX_BODY ? text : createHash('sha256').update(text).digest('base64url'))

export function readFact(copy: Copy, findKey: Surroundings['findKey']): Fact {
  const { path, query, prefix, headers, status, testCase, fault, delivered, bigIntegers, keyPlace } = copy
  const target = query === '' ? path : `${path}?${query}`
  return {
    ...copy,
    target,
    switches: [prefix, headerOf(headers, 'sandbox-scenario') ?? '', headerOf(headers, 'prefer') ?? ''].join(' '),
    failure: failureOf(copy),
    isExpected: isAnnounced(testCase, status),
    asked: readAsk(copy),
    endedBy: delivered === 'whole' ? undefined : fault === undefined ? 'client' : faultFor(fault).endedBy,
    mark: readMark(headers),
    bigIntegers: [...findInUrl(target), ...bigIntegers],
    keyPlace: findKey({ path, query }) ?? keyPlace,
  }
}

export const isAnnounced = (testCase: Exchange['testCase'], status: number) => status >= 400 && testCase?.expect?.includes(status) === true

function failureOf({ fault, delivered, answeredBy, replied, status }: Copy): Failure | undefined {
  // The client left in the middle of its request. Nobody failed.
  if (answeredBy === 'gone') return undefined
  if (fault !== undefined && faultFor(fault).isLoss) return 'fault'
  if (status === 0 || (delivered !== 'whole' && (replied === undefined || status < 400))) return 'fault'
  if (status < 400) return undefined
  if (status === 429) return 'limited'
  if (status === 503) return 'unavailable'
  return status >= 500 || status === 408 ? 'server' : 'refused'
}

/** True when the same call, sent again, may succeed. */
export const isPassing = ({ failure }: Fact) => failure !== undefined && failure !== 'refused'

/** True when a second more passed on the clock of the world than in real time between two calls: a test moved the clock. */
export const isMovedClock = ({ closed }: Fact, { arrived }: Fact) =>
  arrived.world - closed.world - (arrived.monotonic - closed.monotonic) > 1000
