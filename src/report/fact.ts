// A fact: what the report keeps of one exchange. Most exchanges have nothing remarkable, and then they are only counted. The same
// facts come from the sandbox, from a HAR file, and from a run with an injected fault.

import { createHash } from 'node:crypto'
import type { Exchange, Moment, TestCase } from '../exchange/exchange.ts'
import { headerOf } from '../exchange/headers.ts'
import { faultFor } from '../faults/table.ts'
import { type Mark, readMark } from './marks.ts'
import type { Program } from './programs.ts'
import { type Ask, readAsk } from './retry-after.ts'

/** How a call failed. `limited`: 429. `unavailable`: 503. `server`: other 5xx, or 408. `refused`: other 4xx. `fault`: no whole reply. */
export type Failure = 'refused' | 'limited' | 'unavailable' | 'server' | 'fault'

export interface Fact extends FactParts {
  readonly id: string
  readonly number: number
  readonly world: string
  /** The number of the call among the calls of its program. Between two numbers in a row there was no other call. */
  readonly order: number
  /** The key of the request, or the digest of a refused credential. */
  readonly key: string
  readonly operation: string | undefined
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** A short text that is the same for the same body. */
  readonly body: string
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
}

/** What the exchange alone does not tell. */
export interface FactParts {
  readonly program: Program
  /** Session and changes of the world before the request. A change ends every series. */
  readonly episode: string
  /** When somebody last read the items that this call creates, in milliseconds of the process. */
  readonly lastRead: number
  /** Integers above 2^53 in path, query and body. */
  readonly bigIntegers: readonly string[]
  /** Where a key stands that should stand only in Authorization. */
  readonly keyPlace: string | undefined
}

/** A long body becomes its hash, so that facts are small. */
const MAX_BODY = 60

export function createFact(exchange: Exchange, status: number, parts: FactParts): Fact {
  const { id, number, world, operation, request, testCase, fault, arrived, replied, closed = arrived, carriedOut, count } = exchange
  const { method, path, query, prefix, headers, body } = request
  const { violations, warnings, appliedSteps, causes, reply } = exchange
  const acted = appliedSteps.find((step) => step.acted) ?? appliedSteps[0]
  const window = `${count.window} ${count.reset}`
  const isLast = count.verdict === 'served' && count.remaining === 0 && exchange.shown === undefined && status > 0
  return {
    ...{
      id,
      number,
      world,
      operation,
      method,
      testCase,
      fault,
      arrived,
      replied,
      closed,
      carriedOut,
      status,
      violations,
      warnings,
      ...parts,
    },
    order: parts.program.calls,
    key: exchange.caller.key ?? exchange.caller.refusal?.digest ?? '',
    target: query === '' ? path : `${path}?${query}`,
    body: digestOf(body?.sha256 ?? body?.text ?? body?.base64 ?? ''),
    switches: [prefix, headerOf(headers, 'sandbox-scenario') ?? '', headerOf(headers, 'prefer') ?? ''].join(' '),
    meant: reply?.status ?? 0,
    failure: failureOf(exchange, status),
    isExpected: isAnnounced(exchange, status),
    asked: readAsk(exchange, status),
    endedBy: exchange.delivered === 'whole' ? undefined : fault === undefined ? 'client' : faultFor(fault).endedBy,
    cause: causes.map(({ name, parameters }) => String(parameters?.name ?? name)).join(', '),
    passes: acted?.passes,
    verdict: count.verdict,
    isEarly: count.early === true,
    usedUp: isLast ? window : undefined,
    window,
    connection: exchange.connection.id,
    mark: readMark(headers),
  }
}

export const isAnnounced = ({ testCase }: Pick<Exchange, 'testCase'>, status: number) =>
  status >= 400 && testCase?.expect?.includes(status) === true

/** The status is 0 when no part of the reply was sent, because the client saw nothing. */
export const statusOf = ({ reply, delivered }: Exchange) => (reply === undefined || delivered === 'none' ? 0 : reply.status)

function failureOf({ fault, delivered, answeredBy, replied }: Exchange, status: number): Failure | undefined {
  // The client left in the middle of its request. Nobody failed.
  if (answeredBy === 'gone') return undefined
  if (fault !== undefined && faultFor(fault).isLoss) return 'fault'
  if (status === 0 || (delivered !== 'whole' && replied === undefined)) return 'fault'
  if (status < 400) return delivered === 'whole' ? undefined : 'fault'
  if (status === 429) return 'limited'
  if (status === 503) return 'unavailable'
  return status >= 500 || status === 408 ? 'server' : 'refused'
}

const digestOf = (text: string) => (text.length <= MAX_BODY ? text : createHash('sha256').update(text).digest('base64url'))

export const pathOf = ({ target }: Pick<Fact, 'target'>) => target.split('?', 1)[0] as string

/** True when the same call, sent again, may succeed. */
export const isPassing = ({ failure }: Fact) => failure !== undefined && failure !== 'refused'

/** True when a second more passed on the clock of the world than in real time between two calls: a test moved the clock. */
export const isMovedClock = ({ closed }: Fact, { arrived }: Fact) =>
  arrived.world - closed.world - (arrived.monotonic - closed.monotonic) > 1000
