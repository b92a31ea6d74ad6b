// The journal and the report, of all worlds or of one world.

import type { JournalEntry } from '../ground/generated/control.ts'
import type { Report } from '../ground/generated/report.ts'
import type { RequestFilter } from '../record/filter.ts'
import { type Api, ignoreMissing, path } from './call-api.ts'

/** The journal of all worlds, or of one world. */
export interface RequestsHandle {
  /** The matching requests, oldest first. Includes requests under way, as far as they have come. */
  list(query?: RequestsQuery): Promise<readonly JournalEntry[]>
  /** A request by its id, which is the `Sandbox-Request-Id` of its reply. Undefined when the journal no longer has the request. */
  find(id: string): Promise<JournalEntry | undefined>
  /** Deletes the requests with these ids from the journal, including requests under way. Without ids, deletes all requests. */
  clear(ids?: readonly string[]): Promise<void>
  /** The journal as HAR 1.2, which the developer tools of browsers import. */
  har(filter?: RequestFilter): Promise<{ readonly log: object }>
}

/** Which requests to return, and how long to wait for them. */
export interface RequestsQuery extends RequestFilter {
  /** Waits until this many requests have their reply or are over. Default 1, at most 1,000. */
  readonly count?: number | undefined
  /** How many seconds to wait for these requests, at most 60. Default 0. */
  readonly wait?: number | undefined
}

/** The report on the clients: of all worlds, or of one world. */
export interface ReportHandle {
  /** The report on the clients that have called. A reset keeps it. Rejects for a world that does not exist and was never called. */
  report(): Promise<Report>
  /** Deletes everything that the report knows about the clients. */
  clearReport(): Promise<void>
}

/** @internal */
export const createRequests = ({ ask }: Api): RequestsHandle => ({
  list: (query = {}) => ask('GET', '/requests', { query }),
  find: async (id) => ask<undefined>('GET', path`/requests/${{ id }}`).catch(ignoreMissing),
  clear: (requests) => ask('DELETE', '/requests', requests && { body: { requests } }),
  har: (filter = {}) => ask('GET', '/requests.har', { query: filter }),
})
