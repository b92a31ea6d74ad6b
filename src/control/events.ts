// Live events of one world or of all worlds. Over HTTP they are server-sent events (WHATWG HTML §9.2).

import type { Observer } from '../exchange/observer.ts'
import { type EventText, parseEvent, type SandboxEvent } from '../handle/parse-event.ts'
import { readEventsQuery } from '../handle/request-input.ts'
import type { EventReader, Events } from '../journal/events.ts'
import type { Worlds } from '../worlds/worlds.ts'
import type { Call } from './call.ts'
import { createEntrance } from './entrance.ts'
import type { LocalEvents } from './local-handles.ts'

export interface EventsParts {
  readonly worlds: Worlds
  readonly observer: Required<Observer>
  readonly events: Events
}

/** Without a world, the events of all worlds. */
export function createEventsHandle(world: string | undefined, { worlds, observer, events }: EventsParts): LocalEvents {
  const follow: LocalEvents['follow'] = async (query = {}) => {
    const { after } = readEventsQuery(query)
    const reader = events.open({ world, after })
    try {
      if (world !== undefined) await createEntrance(world, worlds, observer).use(() => {})
      return reader
    } catch (error) {
      reader.close()
      throw error
    }
  }
  return {
    follow,
    events: async (options) => {
      const reader = await follow(options)
      return { [Symbol.asyncIterator]: () => parseAll(reader), close: reader.close }
    },
  }
}

async function* parseAll(reader: EventReader): AsyncGenerator<SandboxEvent, void> {
  for await (const texts of reader) for (const text of texts) yield parseEvent(text)
}

export const followEvents: Call = async ({ subject, header, whenGone }) => {
  const after = header['Last-Event-ID']
  const reader = await subject.follow({ after: after === undefined ? undefined : String(after) })
  // A reader that waits for an event does not notice that its client has left.
  void whenGone().then(reader.close)
  return renderEvents(reader)
}

/** A client that lost its connection comes back after this many milliseconds. */
const HEAD = 'retry: 1000\n\n'
const HEARTBEAT = ': the sandbox is there\n\n'

async function* renderEvents(reader: EventReader): AsyncGenerator<string, void> {
  yield HEAD
  for await (const texts of reader) yield texts.length === 0 ? HEARTBEAT : texts.map(renderEvent).join('')
}

const renderEvent = ({ type, id, text }: EventText) => `event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`
