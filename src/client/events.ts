// The live events of a running sandbox. A stream that loses its connection connects again, and goes on after the last event
// that it got. After half a minute without a sandbox, the loop over the stream throws a Problem. No event is missed between
// the call and the loop.

import type { IncomingMessage } from 'node:http'
import { messageOf, Problem } from '../errors/problem.ts'
import type { WorldChange } from '../exchange/observer.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { parseJson } from '../json/json.ts'
import { EventParser, type ParsedEvent } from '../text/event-parser.ts'
import type { Parts } from './call-api.ts'
import { monotonic, sleep } from './own-runtime.ts'
import { fromCaller } from './sandbox-error.ts'

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
type Open = (parts: Parts) => Promise<IncomingMessage>

/** All streams of one handle. @internal */
export interface Streams {
  open(query: EventsQuery | undefined, open: Open): Promise<EventStream>
  close(): void
}

/** @internal */
export function createStreams(): Streams {
  const streams = new Set<EventStream>()
  return {
    async open(query = {}, open) {
      const stream = await openStream(query, open, () => streams.delete(stream))
      streams.add(stream)
      return stream
    },
    close() {
      for (const stream of streams) stream.close()
    },
  }
}

async function openStream({ after }: EventsQuery, open: Open, onClose: () => void): Promise<EventStream> {
  const ending = new AbortController()
  const { signal } = ending
  const openBehind = (id: string | undefined) => open({ patience: SILENCE, headers: id === undefined ? {} : { 'Last-Event-ID': id } })
  let reply = await openBehind(after)
  const close = () => {
    ending.abort()
    reply.destroy()
    onClose()
  }

  async function* read(): AsyncGenerator<SandboxEvent, void> {
    let last = after
    try {
      while (!signal.aborted) {
        const parser = new EventParser()
        for await (const text of readTexts(reply))
          for (const { id, event } of readEvents(parser, text)) {
            last = id ?? last
            yield event
          }
        if (signal.aborted) return
        const delay = Math.min(Math.max(parser.retry, DELAY_MS.least), DELAY_MS.most)
        reply = await comeBack(() => openBehind(last), delay, signal)
        // Without the id of a last event, nobody knows how many events were missed.
        if (last === undefined && !signal.aborted) yield { type: 'lost', count: null }
      }
    } finally {
      close()
    }
  }

  const events = read()
  const next = () => fromCaller(next, () => events.next())
  return { [Symbol.asyncIterator]: () => ({ next, return: () => events.return() }), close }
}

/** The events that this text completes. Throws a Problem for text that no sandbox sends. */
function readEvents(parser: EventParser, text: string): { id: string | undefined; event: SandboxEvent }[] {
  try {
    return parser.push(text).map((event) => ({ id: event.id, event: parseEvent(event) }))
  } catch (error) {
    throw new Problem('unavailable', `the events do not come from a sandbox: ${messageOf(error)}`)
  }
}

function parseEvent({ type, id = '', text }: ParsedEvent): SandboxEvent {
  const value = parseJson(text)
  if (type === 'lost') return { type, count: (value as { count: number | null }).count }
  if (type === 'changed') return { type, id, change: value as WorldChange }
  return { type: type as 'closed', id, exchange: value as JournalEntry }
}

/** The texts of a reply, until the reply ends or its connection is lost. */
async function* readTexts(reply: IncomingMessage): AsyncGenerator<string, void> {
  const texts = reply.setEncoding('utf8')[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await texts.next().catch(() => OVER)
    if (done) return
    yield String(value)
  }
}

const OVER = { done: true, value: undefined }

async function comeBack(open: () => Promise<IncomingMessage>, delay: number, signal: AbortSignal): Promise<IncomingMessage> {
  const deadline = monotonic() + PATIENCE_MS
  for (;;) {
    await sleep(delay, undefined, { signal }).catch(() => {})
    try {
      const reply = await open()
      if (signal.aborted) reply.destroy()
      return reply
    } catch (error) {
      const isAway = error instanceof Problem && error.code === 'unavailable'
      if (!isAway || signal.aborted || monotonic() > deadline) throw error
    }
  }
}
