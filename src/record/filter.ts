// The filter for lists of requests.

import type { Exchange } from '../ground/generated/control.ts'
import type { OperationId } from '../ground/generated/names.ts'
import { Problem } from '../ground/problem.ts'
import { shorten } from '../ground/words.ts'
import { pairsOf, renderCauses } from './exchange.ts'

/** An exchange matches when it fits all given fields. */
export interface RequestFilter {
  /** The operationId. */
  readonly operation?: OperationId | undefined
  /** A status such as `404`, or a class of statuses such as `4XX`. 0 means calls without a reply. */
  readonly status?: string | number | undefined
  /** The cause of the reply, for example `handler`, `scenario` or `scenario;name=flaky`. */
  readonly cause?: string | undefined
  /** The name that the client sent as `Sandbox-Case`. */
  readonly case?: string | undefined
  /** A point in real time such as `2026-01-01T00:00:00Z`: requests from that time on. Or the id of a request: later requests. */
  readonly since?: string | undefined
  /** A text in the path, a header or a body, of request or reply. Capital and small letters are the same. */
  readonly text?: string | undefined
}

export type Matches = (exchange: Exchange) => boolean

/** Throws a Problem when `since` is neither a time nor an id. */
export function createMatches({ operation, status, cause, case: testCase, since, text }: RequestFilter): Matches {
  const tests: Matches[] = []
  if (operation !== undefined) tests.push((exchange) => exchange.operation === operation)
  if (status !== undefined) tests.push(hasStatus(String(status)))
  if (cause !== undefined) tests.push(({ causes }) => causes.some((one) => `${renderCauses([one])};`.startsWith(`${cause};`)))
  if (testCase !== undefined) tests.push((exchange) => exchange.testCase?.name === testCase)
  if (since !== undefined) tests.push(isSince(since))
  const wanted = text?.toLowerCase()
  if (wanted !== undefined) tests.push((exchange) => textsOf(exchange).includes(wanted))
  return (exchange) => tests.every((test) => test(exchange))
}

/** `4XX` stands for all statuses that begin with 4. */
function hasStatus(wanted: string): Matches {
  const beginning = wanted.replace(/XX$/i, '')
  return ({ reply }) => String(reply?.status ?? 0).startsWith(beginning)
}

function isSince(since: string): Matches {
  const [, run, number] = /^(req_[a-z0-9]+_)(\d+)$/.exec(since) ?? []
  // A request of another run came before all requests of this run.
  if (run !== undefined) return (exchange) => !exchange.id.startsWith(run) || exchange.number > Number(number)
  const time = Date.parse(since)
  if (Number.isNaN(time))
    throw new Problem('invalid_value', `since must be a time such as 2030-12-05T00:00:01Z, or the id of a request, got ${shorten(since)}`)
  return ({ arrived }) => arrived.real >= time
}

/** What the filter `text` looks at, in small letters. */
function textsOf({ request, reply }: Exchange): string {
  const headers = [...pairsOf(request.headers), ...Object.entries(reply?.headers ?? {})]
  const texts = [request.target, request.body?.text, reply?.body.text, ...headers.map((pair) => pair.join(': '))]
  return texts.join('\n').toLowerCase()
}
