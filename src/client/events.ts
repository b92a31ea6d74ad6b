// The live events of a running sandbox. A stream that loses its connection connects again, and goes on after the last event
// that it got. After half a minute without a sandbox, the loop over the stream throws a Problem. No event is missed between
// the call and the loop.

import type { IncomingMessage } from 'node:http'
import { parseJson } from '../contract/json/json.ts'
import { EventParser, type ParsedEvent } from '../ground/event-parser.ts'
import type { JournalEntry } from '../ground/generated/control.ts'
import { findUnknown } from '../ground/nearest.ts'
import { messageOf, Problem } from '../ground/problem.ts'
import type { WorldChange } from '../worlds/world-change.ts'
import type { Api } from './call-api.ts'
import { fromCaller } from './sandbox-error.ts'
import { monotonic, sleep } from './transport.ts'

/**
 * Something that happened. A request is `waiting` when it has no reply after half a second, `replied` when its reply begins,
 * and `closed` when it is over.
 */
export type SandboxEvent =
  | { readonly type: 'waiting' | 'replied' | 'closed'; readonly id: string; readonly exchange: JournalEntry }
  | { readonly type: 'changed'; readonly id: string; readonly change: WorldChange }
  /** The reader was too slow or away for too long. `count` is the number of lost events, or null when nobody knows it. */
  | { readonly type: 'lost'; readonly count: number | null }

/** The place at which a stream of events starts. */
export interface EventsQuery {
  /** The id of the last event that you have seen. Default: the stream starts with the next event. */
  readonly after?: string | undefined
}

/** A stream of events, for a loop with `for await`. */
export interface EventStream extends AsyncIterable<SandboxEvent> {
  /** Ends the stream and the loop over it. */
  close(): void
}

/** The live events of all worlds, or of one world. */
export interface EventsHandle {
  /** Starts a stream of live events. It starts after the event with the id `after`, if the sandbox still knows that event. */
  events(options?: EventsQuery): Promise<EventStream>
}

/** Seconds of silence that end a connection. The sandbox sends a heartbeat every 15 seconds. */
const SILENCE = 45
/** How long a stream waits for a sandbox that does not answer. */
const PATIENCE_MS = 30_000
/** The time between two connections. The server asks for it, within these bounds. */
const DELAY_MS = { least: 100, most: 10_000 }

/** @internal */
export async function openEvents({ open, closed }: Api, query: EventsQuery = {}): Promise<EventStream> {
  const unknown = findUnknown(query, ['after'])
  if (unknown !== undefined) throw new Problem('invalid_value', unknown)
  const { after } = query
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, closed])
  const openAfter = (id: string | undefined) =>
    open('GET', '/events', { patience: SILENCE, signal, headers: id === undefined ? {} : { 'Last-Event-ID': id } })
  let reply = await openAfter(after)

  async function* read(): AsyncGenerator<SandboxEvent, void> {
    let last = after
    while (!signal.aborted) {
      const parser = new EventParser()
      try {
        for await (const text of reply.setEncoding('utf8'))
          for (const { id, event } of readEvents(parser, text)) {
            last = id ?? last
            yield event
          }
      } catch (error) {
        // Every other error means that the connection was lost.
        if (error instanceof Problem) throw error
      }
      const delay = Math.min(Math.max(parser.retry, DELAY_MS.least), DELAY_MS.most)
      const next = await comeBack(() => openAfter(last), delay, signal)
      if (next === undefined) return
      reply = next
      // Without the id of a last event, nobody knows how many events were missed.
      if (last === undefined) yield { type: 'lost', count: null }
    }
  }

  const events = read()
  const next = () => fromCaller(next, () => events.next())
  const close = () => ending.abort()
  const leave = () => {
    close()
    return events.return()
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }), close }
}

/** The events that this text completes. Throws a Problem for text that no sandbox sends. */
function readEvents(parser: EventParser, text: string): { id: string | undefined; event: SandboxEvent }[] {
  try {
    return parser.push(text).map((event) => ({ id: event.id, event: parseEvent(event) }))
  } catch (error) {
    throw new Problem('unavailable', `the events do not come from a sandbox: ${messageOf(error)}`)
  }
}

function parseEvent({ event: type, id = '', data }: ParsedEvent): SandboxEvent {
  const value = parseJson(data)
  if (type === 'lost') return { type, count: (value as { count: number | null }).count }
  if (type === 'changed') return { type, id, change: value as WorldChange }
  return { type: type as 'closed', id, exchange: value as JournalEntry }
}

/** Resolves with the reply of the sandbox that has come back, or with undefined when nobody waits for it any more. */
async function comeBack(open: () => Promise<IncomingMessage>, delay: number, signal: AbortSignal): Promise<IncomingMessage | undefined> {
  const deadline = monotonic() + PATIENCE_MS
  while (!signal.aborted) {
    try {
      await sleep(delay, undefined, { signal })
      return await open()
    } catch (error) {
      const isAway = error instanceof Problem && error.code === 'unavailable'
      if (!signal.aborted && (!isAway || monotonic() > deadline)) throw error
    }
  }
  return undefined
}
