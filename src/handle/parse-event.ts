// The types of a live event: the event for readers, and the text that is sent.

import type { WorldChange } from '../exchange/observer.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { parseJson } from '../json/json.ts'

/**
 * Something that happened. A request is `waiting` when it has no reply after half a second, `replied` when its reply begins,
 * and `closed` when it is over.
 */
export type SandboxEvent =
  | { readonly type: 'waiting' | 'replied' | 'closed'; readonly id: string; readonly exchange: JournalEntry }
  | { readonly type: 'changed'; readonly id: string; readonly change: WorldChange }
  /** The reader was too slow or away for too long. `count` is the number of lost events, or null when nobody knows it. */
  | { readonly type: 'lost'; readonly count: number | null }

/** An event as its type, its id and its JSON text. */
export interface EventText {
  readonly type: SandboxEvent['type']
  readonly id?: string
  readonly text: string
}

/** Turns an event's JSON text into a new value. */
export function parseEvent({ type, id = '', text }: EventText): SandboxEvent {
  const value = parseJson(text)
  if (type === 'lost') return { type, count: (value as { count: number | null }).count }
  if (type === 'changed') return { type, id, change: value as WorldChange }
  return { type, id, exchange: value as JournalEntry }
}
