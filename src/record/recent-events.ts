// The last events, in one limited list for all readers. Each reader has its own place in the list. So a slow reader takes no memory: it
// loses the oldest events and is told how many.

import { renderJson } from '../contract/json/json.ts'
import { BOUNDS } from '../ground/bounds.ts'

interface RecentEvent {
  readonly world: string
  readonly text: string
}

export interface Reader {
  /** Undefined when the reader gets the events of all worlds. */
  readonly world: string | undefined
  /** The number of the next event to read. */
  next: number
  /** How many events the reader has lost since it last read. Null when nobody knows the number. */
  lost: number | null
}

export class RecentEvents {
  readonly readers = new Set<Reader>()
  /** The first part of the event ids. Each run of a sandbox has its own: the time of its start. */
  readonly #streamId = String(Date.now())
  #events: RecentEvent[] = []
  #bytes = 0
  /** The number of the last event. */
  #last = 0

  /** The number of the oldest event in the list. */
  get #first(): number {
    return this.#last - this.#events.length + 1
  }

  /** A reader that begins after the event with this id. If events after that id may be gone, it has lost an unknown number. */
  addReader(world: string | undefined, after: string | undefined): Reader {
    const [streamId, number] = after?.split('-') ?? [this.#streamId, this.#last]
    const next = Number(number) + 1
    const isKept = streamId === this.#streamId && Number.isInteger(next) && next >= this.#first && next <= this.#last + 1
    const reader = isKept ? { world, next, lost: 0 } : { world, next: this.#last + 1, lost: null }
    this.readers.add(reader)
    return reader
  }

  add(type: string, world: string, data: unknown): void {
    this.#last += 1
    const text = renderEvent(type, data, `id: ${this.#streamId}-${this.#last}\n`)
    this.#bytes += text.length
    this.#events.push({ world, text })
    while (this.#events.length > BOUNDS.events || this.#bytes > BOUNDS.eventBytes) this.#dropOldest()
  }

  #dropOldest(): void {
    const oldest = this.#events.shift()
    this.#bytes -= oldest?.text.length ?? 0
    for (const reader of this.readers) {
      if (oldest === undefined || reader.next >= this.#first) continue
      reader.next = this.#first
      if (reader.lost !== null && appliesTo(reader, oldest)) reader.lost += 1
    }
  }

  hasNews(reader: Reader): boolean {
    return reader.next <= this.#last
  }

  /** The text of the events that the reader has not read yet, up to a number of characters. */
  take(reader: Reader): string {
    let text = reader.lost === 0 ? '' : renderEvent('lost', { count: reader.lost })
    reader.lost = 0
    while (this.hasNews(reader) && text.length < BOUNDS.eventChunkChars) {
      const event = this.#events[reader.next - this.#first]
      reader.next += 1
      if (event !== undefined && appliesTo(reader, event)) text += event.text
    }
    return text
  }

  /** Forgets all events. A reader that comes back later may have lost some, so the event after its id is unknown. */
  clear(): void {
    this.#events = []
    this.#bytes = 0
    this.#last += 1
  }
}

const renderEvent = (type: string, data: unknown, id = '') => `event: ${type}\n${id}data: ${renderJson(data)}\n\n`

const appliesTo = ({ world }: Reader, event: RecentEvent) => world === undefined || world === event.world
