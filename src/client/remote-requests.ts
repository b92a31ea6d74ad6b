// The journal of a running sandbox, for one world or for all worlds.

import { Problem } from '../errors/problem.ts'
import type { RequestsHandle } from '../handle/handles.ts'
import { readRequestFilter, readRequestsQuery } from '../handle/request-input.ts'
import { readId } from '../handle/world-input.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Asking } from './asking.ts'

/** Seconds of silence that are allowed, because a long journal may take a while. */
const PATIENCE = 30

/** `calls` has the operationId for each call. */
export function createRemoteRequests({ ask }: Asking, calls: Readonly<Record<'list' | 'find' | 'clear' | 'har', string>>): RequestsHandle {
  return {
    list: async (query = {}) =>
      ask<JournalEntry[]>(calls.list, { query: readRequestsQuery(query), patience: PATIENCE + (query.wait ?? 0) }),
    find: async (id) =>
      ask<JournalEntry>(calls.find, { path: { request: readId(id) || '-' } }).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'not_found') return undefined
        throw error
      }),
    clear: (requests) => ask<void>(calls.clear, requests && { body: { requests } }),
    har: async (filter = {}) => ask<{ log: object }>(calls.har, { query: readRequestFilter(filter) }),
  }
}
