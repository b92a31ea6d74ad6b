// Live events of one world or of all worlds, as server-sent events (WHATWG HTML §9.2).

import type { EventReader } from '../journal/events.ts'
import { type Call, useWorld } from './call.ts'

export const followEvents: Call = async (request) => {
  const { world, parts, header, whenGone } = request
  const after = header['Last-Event-ID']
  const reader = parts.events.open({ world, after: after === undefined ? undefined : String(after) })
  try {
    if (world !== undefined) await useWorld(request, () => {})
  } catch (error) {
    reader.close()
    throw error
  }
  // A reader that waits for an event does not notice that its client has left.
  void whenGone().then(reader.close)
  return renderEvents(reader)
}

/** A client that lost its connection comes back after this many milliseconds. */
const HEAD = 'retry: 1000\n\n'
const HEARTBEAT = ': the sandbox is there\n\n'

async function* renderEvents(reader: EventReader): AsyncGenerator<string, void> {
  yield HEAD
  for await (const events of reader)
    yield events.length === 0
      ? HEARTBEAT
      : events.map(({ type, id, text }) => `event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`).join('')
}
