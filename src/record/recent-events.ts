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
  /** How many events the reader has lost since it last read. */
  lost: number
}

export class RecentEvents {
  readonly readers = new Set<Reader>()
  #events: RecentEvent[] = []
  #bytes = 0
  /** The number of the last event. */
  #last = 0

  /** The number of the oldest event in the list. */
  get #first(): number {
    return this.#last - this.#events.length + 1
  }

  addReader(world: string | undefined): Reader {
    const reader = { world, next: this.#last + 1, lost: 0 }
    this.readers.add(reader)
    return reader
  }

  add(type: string, world: string, data: unknown): void {
    this.#last += 1
    const text = renderEvent(type, data)
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
      if (appliesTo(reader, oldest)) reader.lost += 1
    }
  }

  /** Also true for a reader that has left, so that it notices its end. */
  hasNews(reader: Reader): boolean {
    return reader.next <= this.#last || !this.readers.has(reader)
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
}

const renderEvent = (type: string, data: unknown) => `event: ${type}\ndata: ${renderJson(data)}\n\n`

const appliesTo = ({ world }: Reader, event: RecentEvent) => world === undefined || world === event.world
