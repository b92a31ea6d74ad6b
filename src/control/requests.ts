// The journal for readers, of one world or of all worlds: listing, filtering, waiting, exporting and clearing.

import { Problem } from '../errors/problem.ts'
import type { Observer } from '../exchange/observer.ts'
import type { RequestsQuery } from '../handle/handles.ts'
import { readOperation, readRequestFilter, readRequestsQuery } from '../handle/request-input.ts'
import { readId } from '../handle/world-input.ts'
import { createMatches, type RequestFilter } from '../journal/filter.ts'
import { renderHarHead, toHar, toHarEntry } from '../journal/har.ts'
import type { JournalEntry, Journals } from '../journal/journal.ts'
import { search } from '../journal/search.ts'
import type { Waits } from '../journal/waits.ts'
import { renderJson } from '../json/json.ts'
import type { Worlds } from '../worlds/worlds.ts'
import type { Call } from './call.ts'
import { createEntrance } from './entrance.ts'
import type { LocalRequests } from './local-handles.ts'

export interface RequestsParts {
  readonly worlds: Worlds
  readonly observer: Required<Observer>
  readonly journals: Journals
  readonly waits: Waits
  /** The operationIds of the contract. */
  readonly operations: readonly string[]
  /** The version of the sandbox. */
  readonly version: string
}

/** Without a world, the requests of all worlds. */
export function createRequestsHandle(world: string | undefined, parts: RequestsParts): LocalRequests {
  const { worlds, observer, journals, waits, version, operations } = parts

  /** Loads or creates the world, so that its journal can be read and waited for. */
  async function enter(): Promise<void> {
    if (world !== undefined) await createEntrance(world, worlds, observer).use(() => {})
  }

  async function* read(query: Parameters<LocalRequests['read']>[0]): AsyncGenerator<JournalEntry[], void> {
    const { until, ...asked } = query
    const { count = 1, wait = 0, ...filter } = readRequestsQuery(asked)
    readOperation(filter, operations)
    const matches = createMatches(filter)
    await enter()
    if (wait > 0) await waits.wait({ world, matches, count, seconds: wait, until })
    yield* search(journals, world, matches)
  }

  return {
    read,
    list: (query = {}) => gather(read(query)),
    find: async (id) => {
      await enter()
      return journals.find(readId(id), world)
    },
    clear: async (ids) => {
      if (ids !== undefined) return journals.forget(ids.map(readId), world)
      const names = world === undefined ? journals.worlds() : [world]
      for (const name of names) await createEntrance(name, worlds, observer).drive('journal', () => {})
    },
    har: async (filter = {}) => toHar(await gather(read(readRequestFilter(filter))), version),
  }
}

async function gather(parts: AsyncIterable<readonly JournalEntry[]>): Promise<JournalEntry[]> {
  const all: JournalEntry[] = []
  for await (const part of parts) all.push(...part)
  return all
}

export const listRequests: Call = async ({ query, subject, existingSubject, whenGone }) => {
  const isWaiting = Number(query.wait ?? 0) > 0
  const { requests } = isWaiting ? subject : await existingSubject()
  return renderList('[', requests.read({ ...(query as RequestsQuery), ...(isWaiting && { until: whenGone() }) }), renderJson, ']')
}

export const getRequest: Call = async ({ path, existingSubject }) => {
  const id = String(path.request)
  const found = await (await existingSubject()).requests.find(id)
  if (found === undefined)
    throw new Problem('not_found', `the journal has no request ${id}: perhaps newer requests have replaced it, or its world was reset`)
  return found
}

export const deleteRequests: Call = async ({ existingSubject, body }) =>
  (await existingSubject()).requests.clear((body as { requests: string[] } | undefined)?.requests)

export const exportRequests: Call = async (request) => {
  const { sandbox } = await request.sandbox.versions()
  const read = (await request.existingSubject()).requests.read(request.query as RequestFilter)
  return renderList(renderHarHead(sandbox), read, (exchange) => renderJson(toHarEntry(exchange)), ']}}')
}

/** Renders a list while it is read. Every error comes before the first text. */
async function renderList(
  head: string,
  lists: AsyncGenerator<readonly JournalEntry[], void>,
  render: (exchange: JournalEntry) => string,
  tail: string,
): Promise<AsyncIterable<string>> {
  const first = await lists.next()
  return (async function* () {
    yield head
    let separator = ''
    for (let { value, done } = first; !done; { value, done } = await lists.next()) {
      for (const exchange of value ?? []) {
        yield separator + render(exchange)
        separator = ',\n'
      }
    }
    yield tail
  })()
}
