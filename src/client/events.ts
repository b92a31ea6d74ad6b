// The live events of a running sandbox. No event is missed between the call and the loop over its stream. When the sandbox ends or
// the connection is lost, the loop throws a SandboxError.

import { parseJson } from '../contract/json/json.ts'
import { EventParser, type ParsedEvent } from '../ground/event-parser.ts'
import type { JournalEntry } from '../ground/generated/control.ts'
import { messageOf } from '../ground/problem.ts'
import type { WorldChange } from '../worlds/world.ts'
import type { Api } from './call-api.ts'
import { SandboxError } from './sandbox-error.ts'

/** A request is `waiting` when it has no reply after half a second, `replied` when its reply begins, and `closed` when it is over. */
export type SandboxEvent =
  | { readonly type: 'waiting' | 'replied' | 'closed'; readonly exchange: JournalEntry }
  | { readonly type: 'changed'; readonly change: WorldChange }
  /** The reader was too slow. `count` is the number of lost events. */
  | { readonly type: 'lost'; readonly count: number }

/** A stream of events, for a loop with `for await`. */
export interface EventStream extends AsyncIterable<SandboxEvent> {
  /** Ends the stream and the loop over it. */
  close(): void
}

/** The live events of all worlds, or of one world. */
export interface EventsHandle {
  /** Starts a stream of live events. It starts with the next event. */
  events(): Promise<EventStream>
}

/** Seconds of silence that end a connection. The sandbox sends a heartbeat every 15 seconds. */
const SILENCE = 45

/** @internal */
export async function openEvents({ open, closed }: Api): Promise<EventStream> {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, closed])
  const reply = await open('GET', '/events', { patience: SILENCE, signal })

  async function* read(): AsyncGenerator<SandboxEvent, void> {
    const parser = new EventParser()
    let reason = 'is the sandbox still running?'
    try {
      for await (const text of reply.setEncoding('utf8')) yield* parser.push(text).map(parseEvent)
    } catch (error) {
      reason = messageOf(error)
    }
    if (!signal.aborted) throw new SandboxError('unavailable', `the events of the sandbox have ended: ${reason}`)
  }

  return Object.assign(read(), { close: () => ending.abort() })
}

function parseEvent({ event: type, data }: ParsedEvent): SandboxEvent {
  const value = parseJson(data)
  if (type === 'lost') return { type, count: (value as { count: number }).count }
  if (type === 'changed') return { type, change: value as WorldChange }
  return { type: type as 'closed', exchange: value as JournalEntry }
}
