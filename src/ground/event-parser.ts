// The door of eventsource-parser: parses server-sent events (WHATWG HTML §9.2.6) from text that comes in pieces.

import { createParser, type EventSourceMessage } from 'eventsource-parser'

export type ParsedEvent = EventSourceMessage

/** Characters of an unfinished event. The events of a sandbox are much shorter. */
const MAX_LENGTH = 16 * 1024 * 1024

export class EventParser {
  readonly #events: ParsedEvent[] = []
  readonly #parser = createParser({
    maxBufferSize: MAX_LENGTH,
    onEvent: (event) => this.#events.push(event),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })

  /** The events that this text completes. Throws when an event is too long. */
  push(text: string): ParsedEvent[] {
    this.#parser.feed(text)
    return this.#events.splice(0)
  }
}
