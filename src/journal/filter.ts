// Which exchanges somebody asks for.

import { renderCauses } from '../record/cause.ts'
import type { Exchange } from '../record/exchange.ts'
import { pairsOf } from '../record/headers.ts'
import { Problem } from '../replies/problem.ts'

/** An exchange is asked for when all of these hold that are given. */
export interface RequestFilter {
  /** The operationId. */
  readonly operation?: string | undefined
  /** A status, as `404`, or a class of them, as `4XX`; 0 for calls without a reply. */
  readonly status?: string | number | undefined
  /** Why the reply is what it is, as `handler`, `scenario` or `scenario;name=flaky`. */
  readonly cause?: string | undefined
  /** The name that the client sent as `Sandbox-Case`. */
  readonly case?: string | undefined
  /** A time in real time, as `2026-01-01T00:00:00Z`: that or later. Or the id of a request: later than that one. */
  readonly since?: string | undefined
  /** Stands in the path, a header or a body, of request or reply; in capitals or small letters. */
  readonly text?: string | undefined
}

/** Tells whether an exchange is asked for. */
export type Matches = (exchange: Exchange) => boolean

/** Throws a Problem when `since` is neither a time nor an id. */
export function createMatches({ operation, status, cause, case: testCase, since, text }: RequestFilter): Matches {
  const tests: Matches[] = []
  if (operation !== undefined) tests.push((exchange) => exchange.operation === operation)
  if (status !== undefined) tests.push(hasStatus(String(status)))
  if (cause !== undefined) tests.push(({ causes }) => causes.some((one) => `${renderCauses([one])};`.startsWith(`${cause};`)))
  if (testCase !== undefined) tests.push((exchange) => exchange.testCase?.name === testCase)
  if (since !== undefined) tests.push(isSince(since))
  if (text !== undefined) tests.push(hasText(text.toLowerCase()))
  return (exchange) => tests.every((test) => test(exchange))
}

function hasStatus(wanted: string): Matches {
  const isClass = /^\dXX$/i.test(wanted)
  return ({ reply }) => {
    const status = String(reply?.status ?? 0)
    return isClass ? status.length === 3 && status[0] === wanted[0] : status === wanted
  }
}

function isSince(since: string): Matches {
  const [, run, number] = /^(req_[a-z0-9]+_)(\d+)$/.exec(since) ?? []
  // The requests of another run of the sandbox came before all that are here.
  if (run !== undefined) return (exchange) => !exchange.id.startsWith(run) || exchange.number > Number(number)
  const time = Date.parse(since)
  if (Number.isNaN(time))
    throw new Problem('invalid_value', `since must be a time, as 2030-12-05T00:00:01Z, or the id of a request, got ${since.slice(0, 60)}`)
  return ({ arrived }) => arrived.real >= time
}

function hasText(wanted: string): Matches {
  return ({ request, reply }) => {
    const texts = [
      request.target,
      ...pairsOf(request.headers).map(([name, value]) => `${name}: ${value}`),
      request.body?.text,
      ...Object.entries(reply?.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      reply?.body.text,
    ]
    return texts.some((text) => text?.toLowerCase().includes(wanted))
  }
}
