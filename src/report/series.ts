// A series has the equal calls of one episode: same method, path, query and body. It begins with a failure. Its tries are in
// stretches: a stretch has failures in a row, and the success that ended them, if there was one.

import type { Exchange, Moment } from '../exchange/exchange.ts'
import { cut } from '../text/cut.ts'
import type { Caller } from './callers.ts'
import { callOf, elapsed, endedBy, type Facts, type Failure, headerOf, keyOf } from './facts.ts'
import type { Mark } from './marks.ts'
import { type Ask, readAsk } from './retry-after.ts'

/** One call of a series, with the facts that rules need. */
export interface Try {
  readonly id: string
  readonly arrived: Moment
  readonly replied: Moment | undefined
  readonly closed: Moment
  /** 0 without a reply. */
  readonly status: number
  /** Undefined for a success. */
  readonly failure: Failure | undefined
  readonly cause: string
  readonly asked: Ask | undefined
  readonly endedBy: 'client' | 'sandbox' | undefined
  readonly carriedOut: boolean
  /** How later calls can pass the scenario that made this try fail; undefined without a scenario. */
  readonly passes: 'used-up' | 'luck' | 'never' | undefined
  readonly connection: number
  /** The time when the connection was opened, in milliseconds of the process. */
  readonly opened: number
  /** True for the first request on its connection. */
  readonly isFirst: boolean
  readonly marks: readonly Mark[] | undefined
  /** The number of the exchange among the exchanges of its caller. Between two numbers in a row there was no other exchange. */
  readonly order: number
}

export interface Stretch {
  readonly tries: Try[]
  /** The number of tries that are left out in the middle. */
  leftOut: number
  success: Try | undefined
}

export interface Series {
  readonly call: string
  readonly operation: string | undefined
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly world: string
  readonly caseName: string | undefined
  readonly caller: Caller
  readonly stretches: Stretch[]
  /** True when the same call succeeded again after a success. */
  hasMore: boolean
}

/** A stretch keeps this many of its first tries, and this many of its last tries. */
const KEPT = 30
const MAX_STRETCHES = 40
/** Tries further apart than this are in different stretches. */
const MAX_GAP_MS = 600_000

export function createTry(exchange: Exchange, { status, failure, caller }: Facts, marks: readonly Mark[] | undefined): Try {
  const { id, arrived, replied, closed = arrived, connection, appliedSteps, causes, carriedOut } = exchange
  const acted = appliedSteps.find((play) => play.acted) ?? appliedSteps[0]
  return {
    ...{ id, arrived, replied, closed, status, failure, carriedOut, marks },
    cause: causes.map(({ name, parameters }) => String(parameters?.name ?? name)).join(', '),
    asked: readAsk(exchange, status),
    endedBy: endedBy(exchange),
    passes: acted?.passes,
    connection: connection.id,
    opened: connection.opened.monotonic,
    isFirst: connection.use === 1,
    order: caller.count,
  }
}

/** The name of the series of an exchange. Exchanges with the same name are judged together. */
export function nameSeries(exchange: Exchange, caller: Caller): string {
  const { session, stage, request, testCase } = exchange
  const { headers, prefix } = request
  const scenario = headerOf(headers, 'sandbox-scenario') ?? ''
  const prefer = headerOf(headers, 'prefer') ?? ''
  const episode = [session, stage, caller.name, prefix, scenario, prefer, testCase?.name ?? '']
  return keyOf(`${episode.join('\n')}\n${nameCall(exchange)}`)
}

/** A key of method, path, query and body. It is short for a body of any length. */
export function nameCall(exchange: Exchange): string {
  const { body } = exchange.request
  return body === undefined ? callOf(exchange) : keyOf(`${callOf(exchange)} ${body.sha256 ?? body.text ?? body.base64 ?? ''}`)
}

export const createSeries = (exchange: Exchange, caller: Caller): Series => ({
  call: callOf(exchange),
  operation: exchange.operation,
  method: exchange.request.method,
  target: cut(targetOf(exchange), MAX_TARGET),
  world: exchange.world,
  caseName: exchange.testCase && cut(exchange.testCase.name, MAX_CASE),
  caller,
  stretches: [],
  hasMore: false,
})

const targetOf = ({ request: { path, query } }: Exchange) => (query === '' ? path : `${path}?${query}`)

/** Longer targets and names of cases are cut. */
const MAX_TARGET = 500
export const MAX_CASE = 200

/** Adds a try, and returns the change in the number of kept tries. */
export function addTry(series: Series, one: Try): number {
  const { stretches } = series
  const last = stretches.at(-1)
  if (one.failure === undefined) {
    if (last === undefined) return 0
    if (last.success !== undefined) series.hasMore = true
    else last.success = one
    return 0
  }
  if (last === undefined || last.success !== undefined || isApart(last, one)) {
    stretches.push({ tries: [one], leftOut: 0, success: undefined })
    if (stretches.length <= MAX_STRETCHES) return 1
    return 1 - (stretches.shift()?.tries.length ?? 0)
  }
  insert(last.tries, one)
  if (last.tries.length <= 2 * KEPT) return 1
  last.tries.splice(KEPT, 1)
  last.leftOut += 1
  return 0
}

function isApart({ tries }: Stretch, { arrived }: Try): boolean {
  const last = tries.at(-1)
  return last !== undefined && elapsed(last.closed, arrived) > MAX_GAP_MS + (last.asked?.seconds ?? 0) * 1500
}

/** Inserts a try in the order of arrival. Exchanges come to the judge in the order of their ends. */
function insert(tries: Try[], one: Try): void {
  let at = tries.length
  while (at > 0 && (tries[at - 1] as Try).arrived.monotonic > one.arrived.monotonic) at -= 1
  tries.splice(at, 0, one)
}

/** The first and the last moment of a series, in milliseconds of the process. */
export function spanOf({ stretches }: Series): readonly [from: number, to: number] {
  const first = stretches[0]?.tries[0]
  const last = stretches.at(-1)
  const end = last?.success ?? last?.tries.at(-1)
  return [first?.arrived.monotonic ?? 0, end?.closed.monotonic ?? 0]
}

export const countTries = ({ stretches }: Series) => stretches.reduce((sum, { tries }) => sum + tries.length, 0)
