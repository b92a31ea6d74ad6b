// Follows the requests of a running sandbox: first those that the journal has, then each as it ends. Events are read before the
// journal is, so none falls between; when events were lost, the journal is read again.

import type { EventsHandle } from '../handle/events-handle.ts'
import type { RequestsHandle } from '../handle/handles.ts'
import { createMatches, type RequestFilter } from '../journal/filter.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { Problem } from '../replies/problem.ts'
import type { Output } from './output.ts'
import { createRequestTable } from './request-table.ts'

type Source = EventsHandle & { readonly requests: RequestsHandle }

/** Resolves when the signal ends it, or when nobody reads the output any more. */
export async function followRequests(source: Source, filter: RequestFilter, output: Output, signal: AbortSignal): Promise<void> {
  const events = await source.events()
  for (const ending of [signal, output.ended]) {
    ending.addEventListener('abort', () => events.close())
    if (ending.aborted) events.close()
  }
  const isMeant = createMatches(filter)
  const write = createWriter(output)
  await write(await source.requests.list(filter))
  for await (const event of events) {
    if (event.type === 'lost') await write(await source.requests.list(filter).catch(ignoreAway))
    else if (event.type === 'closed' && isMeant(event.exchange)) await write([event.exchange])
  }
}

/** A sandbox that is away just now is not away for good: the stream knows when to give up. */
function ignoreAway(error: unknown): [] {
  if (!(error instanceof Problem && error.code === 'unavailable')) throw error
  return []
}

/** Writes requests that are over, each once. */
function createWriter(output: Output): (requests: readonly JournalEntry[]) => Promise<void> {
  const table = createRequestTable(output, true)
  const written = new Set<string>()
  return async (requests) => {
    const news = requests.filter(({ id, closed }) => closed !== undefined && !written.has(id))
    for (const { id } of news) written.add(id)
    // A journal has 1,000 requests of each world.
    for (const id of written) {
      if (written.size <= MAX_KNOWN) break
      written.delete(id)
    }
    if (!output.isText) await output.writeLines(news)
    else if (news.length > 0) await output.write(table.render(news))
  }
}

const MAX_KNOWN = 100_000
