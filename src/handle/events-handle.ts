// How live events are followed: on the handle of a sandbox, and on the handle of a world.

import type { SandboxEvent } from './parse-event.ts'

/** The live events: of all worlds, or of one world. */
export interface EventsHandle {
  /** Begins to follow what happens, behind the event of this id if the sandbox knows it still. */
  events(options?: EventsWish): Promise<EventStream>
}

/** Where a stream of events begins. */
export interface EventsWish {
  /** The id of the last event that you have seen. Default: the stream begins with what happens next. */
  readonly after?: string | undefined
}

/** The events, for a loop with `for await`. */
export interface EventStream extends AsyncIterable<SandboxEvent> {
  /** Ends the stream, and with it the loop. */
  close(): void
}
