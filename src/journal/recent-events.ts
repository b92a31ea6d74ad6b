// The last events, with numbers. Their count and bytes are limited. An event is rendered when its first reader asks for it.

import { BOUNDS } from '../exchange/bounds.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { WorldChange } from '../exchange/observer.ts'
import { renderJson } from '../json/json.ts'
import type { WithTrace } from './journal.ts'

export interface RecentEvent {
  /** The number of the event, counted from 1. */
  readonly number: number
  readonly world: string
  readonly type: 'waiting' | 'replied' | 'closed' | 'changed'
  readonly bytes: number
  value: Exchange | WorldChange | undefined
  text: string
}

export class RecentEvents {
  readonly #onDrop: (event: RecentEvent) => void
  #events: RecentEvent[] = []
  #bytes = 0
  /** The number of the last event. */
  last = 0

  constructor(onDrop: (event: RecentEvent) => void) {
    this.#onDrop = onDrop
  }

  /** The number of the oldest kept event. */
  get first(): number {
    return this.#events[0]?.number ?? this.last + 1
  }

  add(type: RecentEvent['type'], value: Exchange | WorldChange): void {
    this.last += 1
    const bytes = sizeOf(value)
    this.#events.push({ number: this.last, world: value.world, type, bytes, value, text: '' })
    this.#bytes += bytes
    while (this.#events.length > BOUNDS.events || this.#bytes > BOUNDS.eventBytes) this.#drop()
  }

  find(number: number): RecentEvent | undefined {
    return this.#events[number - this.first]
  }

  clear(): void {
    this.#events = []
    this.#bytes = 0
  }

  #drop(): void {
    const oldest = this.#events.shift()
    if (oldest === undefined) return
    this.#bytes -= oldest.bytes
    this.#onDrop(oldest)
  }
}

/** The number of the event after the event with this id. Undefined when some events after that id may be gone. */
export function findNext(id: string, streamId: string, { first, last }: RecentEvents): number | undefined {
  const [name, number = ''] = id.split('-')
  const next = Number(number) + 1
  return name === streamId && /^\d{1,15}$/.test(number) && next >= first && next <= last + 1 ? next : undefined
}

export function render(event: RecentEvent, withTrace: WithTrace): string {
  if (event.value !== undefined) event.text = renderJson('what' in event.value ? event.value : withTrace(event.value))
  event.value = undefined
  return event.text
}

/** The approximate size of the event's JSON, in bytes. */
function sizeOf(value: Exchange | WorldChange): number {
  if ('what' in value) return 300 + 24 * (value.requests?.length ?? 0)
  return 2000 + (value.request.body?.text?.length ?? 0) + (value.reply?.body.text?.length ?? 0)
}
