// A fact: what the report keeps of one exchange. Most exchanges have nothing remarkable, and then they are only counted. The same
// facts come from the sandbox, from a HAR file, and from a run with an injected fault.

import { createHash } from 'node:crypto'
import type { Exchange, Moment, TestCase } from '../exchange/exchange.ts'
import { headerOf } from '../exchange/headers.ts'
import { faultFor } from '../faults/table.ts'
import { cut } from '../text/cut.ts'
import { type Mark, readMark } from './marks.ts'
import type { Program } from './programs.ts'
import { type Ask, readAsk } from './retry-after.ts'

/** How a call failed. `limited`: 429. `unavailable`: 503. `server`: other 5xx, or 408. `refused`: other 4xx. `fault`: no whole reply. */
export type Failure = 'refused' | 'limited' | 'unavailable' | 'server' | 'fault'

export interface Fact {
  readonly id: string
  readonly number: number
  readonly world: string
  readonly program: Program
  /** The number of the call among the calls of its program. Between two numbers in a row there was no other call. */
  readonly order: number
  /** The key of the request, or the digest of a refused credential. */
  readonly key: string
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  /** Path and query. */
  readonly target: string
  /** A short text that is the same for the same body. */
  readonly body: string
  /** Session and changes of the world before the request. A change ends every series. */
  readonly episode: string
  /** The switches of the request. Requests with other switches are other calls. */
  readonly switches: string
  readonly testCase: TestCase | undefined
  readonly arrived: Moment
  readonly replied: Moment | undefined
  readonly closed: Moment
  /** The status that the client saw. 0 without a reply. */
  readonly status: number
  /** The status of the reply, even when the reply was lost. */
  readonly meant: number
  /** Undefined for a success. */
  readonly failure: Failure | undefined
  /** The test announced this error with `expect`. */
  readonly isExpected: boolean
  readonly asked: Ask | undefined
  readonly fault: Exchange['fault']
  readonly endedBy: 'client' | 'sandbox' | undefined
  readonly carriedOut: boolean
  readonly cause: string
  /** How later calls can pass the scenario that made or changed the reply. */
  readonly passes: 'used-up' | 'luck' | 'never' | undefined
  /** What the rate limit said. */
  readonly verdict: Exchange['count']['verdict']
  readonly isEarly: boolean
  /** The window of the rate limit, if this call used its last request and the reply showed this to the client. */
  readonly usedUp: string | undefined
  readonly window: string
  readonly connection: number
  readonly mark: Mark
  readonly violations: Exchange['violations']
  readonly warnings: Exchange['warnings']
  /** When somebody last read the items that this call creates, in milliseconds of the process. */
  readonly lastRead: number
  /** Integers above 2^53 in path, query and body. */
  readonly bigIntegers: readonly string[]
  /** Where a key stands that should stand only in Authorization. */
  readonly keyPlace: string | undefined
}

export interface FactParts {
  readonly program: Program
  readonly episode: string
  readonly lastRead: number
  readonly bigIntegers: readonly string[]
  readonly keyPlace: string | undefined
}

const switchesOf = ({ prefix, headers }: Exchange['request']) =>
  [prefix, headerOf(headers, 'sandbox-scenario') ?? '', headerOf(headers, 'prefer') ?? ''].join(' ')

const MAX_TARGET = 500
const MAX_CASE = 200
const MAX_SWITCHES = 300
/** A long text becomes its hash, so that facts are small. */
const MAX_BODY = 60

export function createFact(exchange: Exchange, parts: FactParts): Fact {
  const { id, number, world, operation, request, testCase, arrived, replied, closed = arrived, carriedOut, count, appliedSteps } = exchange
  const status = statusOf(exchange)
  const acted = appliedSteps.find((step) => step.acted) ?? appliedSteps[0]
  const window = `${count.window} ${count.reset}`
  return {
    ...{ id, number, world, operation, method: request.method, path: cut(request.path, MAX_TARGET) },
    ...{ arrived, replied, closed, carriedOut, status, ...parts },
    order: parts.program.calls,
    key: exchange.caller.key ?? exchange.caller.refusal?.digest ?? '',
    target: cut(request.query === '' ? request.path : `${request.path}?${request.query}`, MAX_TARGET),
    body: digestOf(request.body?.sha256 ?? request.body?.text ?? request.body?.base64 ?? ''),
    switches: cut(switchesOf(request), MAX_SWITCHES),
    testCase: testCase && { ...testCase, name: cut(testCase.name, MAX_CASE) },
    meant: exchange.reply?.status ?? 0,
    failure: failureOf(exchange, status),
    isExpected: isAnnounced(exchange, status),
    asked: readAsk(exchange, status),
    fault: exchange.fault,
    endedBy: endedBy(exchange),
    cause: exchange.causes.map(({ name, parameters }) => String(parameters?.name ?? name)).join(', '),
    passes: acted?.passes,
    verdict: count.verdict,
    isEarly: count.early === true,
    usedUp: count.verdict === 'served' && count.remaining === 0 && exchange.shown === undefined && status > 0 ? window : undefined,
    window,
    connection: exchange.connection.id,
    mark: readMark(request.headers),
    violations: exchange.violations,
    warnings: exchange.warnings,
  }
}

export const isAnnounced = ({ testCase }: Pick<Exchange, 'testCase'>, status: number) =>
  status >= 400 && testCase?.expect?.includes(status) === true

/** The status is 0 when no part of the reply was sent, because the client saw nothing. */
export const statusOf = ({ reply, delivered }: Exchange) => (reply === undefined || delivered === 'none' ? 0 : reply.status)

export function failureOf({ fault, delivered, answeredBy, replied }: Exchange, status: number): Failure | undefined {
  // The client left in the middle of its request. Nobody failed.
  if (answeredBy === 'gone') return undefined
  if (fault !== undefined && faultFor(fault).isLoss) return 'fault'
  if (status === 0 || (delivered !== 'whole' && replied === undefined)) return 'fault'
  if (status < 400) return delivered === 'whole' ? undefined : 'fault'
  if (status === 429) return 'limited'
  if (status === 503) return 'unavailable'
  return status >= 500 || status === 408 ? 'server' : 'refused'
}

/** The side that ended the exchange before the whole reply was sent. */
function endedBy({ fault, delivered }: Exchange): 'client' | 'sandbox' | undefined {
  if (delivered === 'whole') return undefined
  return fault !== undefined ? faultFor(fault).endedBy : 'client'
}

export const digestOf = (text: string) => (text.length <= MAX_BODY ? text : createHash('sha256').update(text).digest('base64url'))

/** True when the same call, sent again, may succeed. */
export const isPassing = ({ failure }: Fact) => failure !== undefined && failure !== 'refused'
