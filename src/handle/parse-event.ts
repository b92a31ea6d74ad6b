// An event as its readers see it, and as the text that is sent.

import type { JournalEntry } from '../journal/journal.ts'
import { parseJson } from '../json/json.ts'
import type { WorldChange } from '../record/observer.ts'

/** Something that happened. A request is `waiting` when it has no reply after half a second, `replied` when its reply begins, and `closed` when it is over. */
export type SandboxEvent =
  | { readonly type: 'waiting' | 'replied' | 'closed'; readonly id: string; readonly exchange: JournalEntry }
  | { readonly type: 'changed'; readonly id: string; readonly change: WorldChange }
  /** The reader was too slow, or away for too long; null where nobody knows how many events it lost. */
  | { readonly type: 'lost'; readonly count: number | null }

/** An event as JSON. */
export interface EventText {
  readonly type: SandboxEvent['type']
  readonly id?: string
  readonly text: string
}

/** An event as a value of its own. */
export function parseEvent({ type, id = '', text }: EventText): SandboxEvent {
  const value = parseJson(text)
  if (type === 'lost') return { type, count: (value as { count: number | null }).count }
  if (type === 'changed') return { type, id, change: value as WorldChange }
  return { type, id, exchange: value as JournalEntry }
}
