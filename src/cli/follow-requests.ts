// Follows the requests of a running sandbox: first the requests of the journal, then each new request when it ends. The stream
// of events opens before the journal is read, so no request is missed. After lost events, the journal is read again.

import type { SandboxHandle } from '../client/handle.ts'
import { SandboxError } from '../client/sandbox-error.ts'
import { createMatches, type RequestFilter } from '../journal/filter.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Output } from './output.ts'
import { createRequestTable } from './request-table.ts'

interface Following {
  /** Only the requests of this world. Nobody has to have called it yet. */
  readonly world: string | undefined
  readonly filter: RequestFilter
  readonly output: Output
  readonly signal: AbortSignal
}

/** Resolves when the signal is aborted, or when nobody reads the output any more. */
export async function followRequests(sandbox: SandboxHandle, { world, filter, output, signal }: Following): Promise<void> {
  // The events of all worlds: those of one world would create it.
  const events = await sandbox.events()
  for (const ending of [signal, output.ended]) {
    ending.addEventListener('abort', () => events.close())
    if (ending.aborted) events.close()
  }
  const isMeant = createMatches(filter)
  const write = createWriter(output)
  const isOfWorld = (exchange: JournalEntry) => world === undefined || exchange.world === world
  const list = async () => (await sandbox.requests.list(filter)).filter(isOfWorld)
  await write(await list())
  for await (const event of events) {
    if (event.type === 'lost') await write(await list().catch(ignoreAway))
    else if (event.type === 'closed' && isOfWorld(event.exchange) && isMeant(event.exchange)) await write([event.exchange])
  }
}

/** The sandbox may come back. The stream of events decides when to give up. */
function ignoreAway(error: unknown): [] {
  if (!(error instanceof SandboxError && error.code === 'unavailable')) throw error
  return []
}

/** Writes each request that has ended, once. */
function createWriter(output: Output): (requests: readonly JournalEntry[]) => Promise<void> {
  const table = createRequestTable(output, true)
  const written = new Set<string>()
  return async (requests) => {
    const news = requests.filter(({ id, closed }) => closed !== undefined && !written.has(id))
    for (const { id } of news) written.add(id)
    // The journal keeps 1,000 requests of each world, so old ids do not come again.
    for (const id of written) {
      if (written.size <= MAX_KNOWN) break
      written.delete(id)
    }
    if (news.length > 0) await output.show(news, () => table(news))
  }
}

const MAX_KNOWN = 100_000
