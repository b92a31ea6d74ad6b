// The handle of live events. Both a sandbox and a world have it.

import type { SandboxEvent } from './parse-event.ts'

/** The live events of all worlds, or of one world. */
export interface EventsHandle {
  /** Starts a stream of live events. It starts after the event with the id `after`, if the sandbox still knows that event. */
  events(options?: EventsQuery): Promise<EventStream>
}

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
