// Live events: exchanges when they wait long, when they get their reply and when they end, and changes of worlds. All
// readers share one limited list of the last events, and each reader has its own place in the list. So a slow reader takes
// no memory and never delays the sandbox: it loses the oldest events and is told how many. Without readers nothing is kept.

import { Problem } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Observer, WorldChange } from '../exchange/observer.ts'
import { renderJson } from '../json/json.ts'
import { appliesTo, hasNews, type Reader, Readers } from './event-readers.ts'
import type { WithTrace } from './journal.ts'
import { type RecentEvent, RecentEvents, render } from './recent-events.ts'
import { Unanswered } from './unanswered.ts'

export interface Events extends Required<Pick<Observer, 'began' | 'replied' | 'closed' | 'changed'>> {
  /** Begins to read after the event with this id, if that event is still known. Without a world, reads the events of all worlds. */
  open(options?: { world?: string | undefined; after?: string | undefined }): EventReader
  /** Ends all readers. */
  close(): void
}

/** An event as its type, its id and its JSON text. */
export interface EventText {
  readonly type: RecentEvent['type'] | 'lost'
  readonly id?: string
  readonly text: string
}

/** Yields events as they come, several at once. Sometimes yields an empty list, as a sign that the sandbox still runs. */
export interface EventReader extends AsyncIterable<readonly EventText[]> {
  close(): void
}

const HEARTBEAT_MS = 15_000
/** Events are kept for this long after the last reader has left, because the reader may come back. */
const LINGER_MS = 30_000

export function createEvents(withTrace: WithTrace, { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}): Events {
  const readers = new Readers()
  const recent = new RecentEvents((event) => readers.noteLost(event))
  /** The first part of the event ids. It is a new text each time somebody reads again after a pause. Undefined while nobody reads. */
  let stretch: string | undefined
  let linger: NodeJS.Timeout | undefined
  const unanswered = new Unanswered((exchange) => add('waiting', exchange.world, exchange))

  function add(type: RecentEvent['type'], world: string, value: Exchange | WorldChange): void {
    if (stretch === undefined) return
    recent.add(type, world, value)
    readers.wakeSoon()
  }

  function enter(world: string | undefined, after: string | undefined): Reader {
    clearTimeout(linger)
    unanswered.watch()
    stretch ??= Math.random().toString(36).slice(2, 8)
    const next = after === undefined ? recent.last + 1 : findNext(after, stretch, recent)
    return readers.add({ world, next: next ?? recent.last + 1, lost: next === undefined ? null : 0 })
  }

  function leave(reader: Reader): void {
    if (!readers.remove(reader) || readers.size > 0) return
    linger = setTimeout(() => {
      stretch = undefined
      recent.clear()
      unanswered.stop()
    }, LINGER_MS).unref()
  }

  async function* read(reader: Reader): AsyncGenerator<readonly EventText[], void> {
    try {
      while (!reader.isClosed) {
        const { lost } = reader
        reader.lost = 0
        reader.lastUse = performance.now()
        const taken = take(reader, { recent, stretch, withTrace })
        if (lost !== 0) yield [{ type: 'lost', text: renderJson({ count: lost }) }, ...taken]
        else if (taken.length > 0) yield taken
        else if (recent.find(reader.next) === undefined && !(await hasNews(reader, heartbeatMs))) yield []
      }
    } finally {
      leave(reader)
    }
  }

  return {
    began: (exchange) => unanswered.add(exchange),
    replied: (exchange) => {
      unanswered.remove(exchange)
      add('replied', exchange.world, exchange)
    },
    closed: (exchange) => {
      unanswered.remove(exchange)
      add('closed', exchange.world, exchange)
    },
    changed: (change) => add('changed', change.world, change),
    open({ world, after } = {}) {
      const stuck = readers.size >= BOUNDS.readers ? readers.findStuck() : undefined
      if (stuck) leave(stuck)
      if (readers.size >= BOUNDS.readers)
        throw new Problem('unavailable', `${BOUNDS.readers} readers already follow the events: end some of them`)
      const reader = enter(world, after)
      return { [Symbol.asyncIterator]: () => read(reader), close: () => leave(reader) }
    },
    close() {
      for (const reader of readers.list()) leave(reader)
      unanswered.stop()
      clearTimeout(linger)
    },
  }
}

interface Source {
  readonly recent: RecentEvents
  readonly stretch: string | undefined
  readonly withTrace: WithTrace
}

/** The events that the reader has not read yet, up to a number of characters. */
function take(reader: Reader, { recent, stretch, withTrace }: Source): EventText[] {
  const taken: EventText[] = []
  let letters = 0
  for (let event = recent.find(reader.next); event && letters < BOUNDS.givenLetters; event = recent.find(reader.next)) {
    reader.next = event.number + 1
    if (!appliesTo(reader, event)) continue
    const text = render(event, withTrace)
    letters += text.length
    taken.push({ type: event.type, id: `${stretch}-${event.number}`, text })
  }
  return taken
}

/** The number of the event after the event with this id. Undefined when some events after that id may be gone. */
function findNext(id: string, stretch: string, { first, last }: RecentEvents): number | undefined {
  const [name, number = ''] = id.split('-')
  const next = Number(number) + 1
  return name === stretch && /^\d{1,15}$/.test(number) && next >= first && next <= last + 1 ? next : undefined
}
