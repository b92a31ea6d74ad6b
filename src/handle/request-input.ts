// Checks the requests of readers of the journal and of events, before the journal is read. Each check throws a Problem
// `invalid_value` that names the place and what to send instead.

import { CAUSE_NAMES } from '../exchange/cause.ts'
import type { RequestFilter } from '../journal/filter.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import type { EventsQuery } from './events-handle.ts'
import type { RequestsQuery } from './handles.ts'
import { refuse, refuseUnknown } from './world-input.ts'

const MAX_TEXT = 1000
const MAX_COUNT = 1000
const MAX_WAIT = 60

const TEXTS = ['operation', 'cause', 'case', 'text'] as const
const FILTER = ['operation', 'status', 'cause', 'case', 'since', 'text'] as const

export function readRequestFilter<Filter extends RequestFilter>(filter: Filter, more: readonly string[] = []): Filter {
  refuseUnknown('the filter', filter, [...FILTER, ...more])
  for (const name of TEXTS) readText(name, filter[name])
  const { status, cause, since } = filter
  if (cause !== undefined) readName('cause', cause.split(';')[0] ?? '', CAUSE_NAMES)
  if (status !== undefined && !/^(0|[1-5]([0-9]{2}|XX))$/i.test(String(status)))
    refuse(`status must be a status such as 404, a class such as 4XX, or 0, got ${show(status)}`)
  if (since !== undefined && !isSince(since))
    refuse(`since must be a time such as 2030-12-05T00:00:01Z, or the id of a request, got ${show(since)}`)
  return filter
}

/** Refuses an operationId that the contract does not have, because no request could ever match it. */
export function readOperation({ operation }: RequestFilter, operations: readonly string[]): void {
  if (operation !== undefined) readName('operation', operation, operations)
}

function readName(place: 'operation' | 'cause', name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  const near = findNearest(name, known)
  refuse(
    `${show(name)} is not ${place === 'cause' ? 'a' : 'an'} ${place}${near === undefined ? `; the ${place}s are ${known.join(', ')}` : `: did you mean ${near}?`}`,
  )
}

function readText(name: string, text: unknown): void {
  if (text !== undefined && (typeof text !== 'string' || text === '' || text.length > MAX_TEXT))
    refuse(`${name} must be a text of 1 to ${MAX_TEXT} characters, got ${show(text)}`)
}

const isSince = (since: unknown) =>
  typeof since === 'string' &&
  (/^req_[a-z0-9]{1,20}_[0-9]{1,15}$/.test(since) ||
    (/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.test(since) && !Number.isNaN(Date.parse(since))))

export function readRequestsQuery(query: RequestsQuery): RequestsQuery {
  readRequestFilter(query, ['count', 'wait'])
  const { count = 1, wait = 0 } = query
  if (!(Number.isInteger(Number(count)) && typeof count !== 'string' && count >= 1 && count <= MAX_COUNT))
    refuse(`count must be a whole number from 1 to ${MAX_COUNT}, got ${show(count)}`)
  if (!(Number.isFinite(wait) && wait >= 0 && wait <= MAX_WAIT))
    refuse(`wait must be a number of seconds from 0 to ${MAX_WAIT}, got ${show(wait)}`)
  return query
}

export function readEventsQuery(query: EventsQuery): EventsQuery {
  refuseUnknown('the query', query, ['after'])
  const { after } = query
  if (after !== undefined && !(typeof after === 'string' && /^[!-~]{1,100}$/.test(after)))
    refuse(`after must be the id of an event such as k3f9a2-17, got ${show(after)}`)
  return query
}
