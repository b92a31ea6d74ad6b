// The records of one world or of all worlds: the journal, the live events, and the report. A report outlives its world, and reading it
// creates no world.

import { renderJson } from '../../contract/json/json.ts'
import type { JournalEntry } from '../../ground/generated/control.ts'
import type { Report } from '../../ground/generated/report.ts'
import { Problem } from '../../ground/problem.ts'
import { createMatches, type RequestFilter } from '../../record/filter.ts'
import { renderHarHead, toHarEntry } from '../../record/har.ts'
import { describeMissingRequest } from '../../record/show-exchange.ts'
import { type Call, type ControlRequest, changeWorld, requireWorld, useWorld } from './call.ts'

export const listRequests: Call = async (request) => renderList('[', await find(request), renderJson, ']')

export const exportRequests: Call = async (request) =>
  renderList(renderHarHead(request.parts.version), await find(request), (exchange) => renderJson(toHarEntry(exchange)), ']}}')

export const getRequest: Call = async (request) => {
  await enter(request)
  const id = String(request.path.request)
  const found = request.parts.journals.find(id, request.world)
  if (found === undefined) throw new Problem('not_found', describeMissingRequest(id))
  return found
}

export const deleteRequests: Call = async (request) => {
  await requireWorld(request)
  const chosen = request.body as { requests: string[] } | undefined
  const { journals } = request.parts
  if (chosen !== undefined) {
    for (const [world, exchanges] of journals.forget(chosen.requests, request.world))
      await changeWorld({ ...request, world }, 'requests', () => {}, { requests: exchanges.map(({ id }) => id) })
    return
  }
  const names = request.world === undefined ? journals.worlds() : [request.world]
  for (const world of names) await changeWorld({ ...request, world }, 'journal', () => {})
}

/** The requests that fit the filter, in parts. A call that waits for requests creates the world. */
async function find(request: ControlRequest): Promise<AsyncIterable<JournalEntry[]>> {
  const { count = 1, wait = 0, ...filter } = request.query as RequestFilter & { count?: number; wait?: number }
  const { world, parts, whenGone } = request
  const matches = createMatches(filter)
  await enter(request, wait > 0)
  if (wait > 0) await parts.waits.wait({ world, matches, count, seconds: wait, until: whenGone() })
  return parts.journals.search(world, matches)
}

/** Loads the world, because its journal can then be read and waited for. */
async function enter(request: ControlRequest, mayCreate = false): Promise<void> {
  if (!mayCreate) await requireWorld(request)
  if (request.world !== undefined) await useWorld(request, () => {})
}

/** Renders a list while it is read. */
async function* renderList(
  head: string,
  lists: AsyncIterable<readonly JournalEntry[]>,
  render: (exchange: JournalEntry) => string,
  tail: string,
): AsyncGenerator<string, void> {
  yield head
  let separator = ''
  for await (const list of lists)
    for (const exchange of list) {
      yield separator + render(exchange)
      separator = ',\n'
    }
  yield tail
}

export const followEvents: Call = async (request) => {
  const { world, parts, whenGone } = request
  const events = parts.events.follow({ world, until: whenGone() })
  // The world is loaded after that: a refused reader creates no world, and others miss nothing while it is loaded.
  if (world !== undefined) await useWorld(request, () => {})
  return events
}

export const getReport = async (request: ControlRequest): Promise<Report> => {
  const report = request.parts.judge.report(request.world)
  if (report.facts.exchanges === 0) await requireWorld(request)
  return report
}

export const deleteReport: Call = async (request) => {
  // Refuses a report that cannot be read.
  await getReport(request)
  request.parts.judge.clear(request.world)
}
