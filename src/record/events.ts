// Live events as server-sent events (WHATWG HTML §9.2): an exchange waits long, gets its reply or ends, or a world changes. A slow reader
// never delays the sandbox.

import { Readable } from 'node:stream'
import { clearInterval, setInterval } from 'node:timers'
import { renderJson } from '../contract/json/json.ts'
import { BOUNDS } from '../ground/bounds.ts'
import type { Exchange } from '../ground/generated/control.ts'
import { Problem } from '../ground/problem.ts'
import type { WorldChange } from '../worlds/world.ts'
import type { Journals, WithTrace } from './journals.ts'
import type { Observer } from './observer.ts'
import type { WaitQuery } from './waits.ts'

/** Also the first text, so that the reader gets the headers of its reply at once. */
const HEARTBEAT = ': the sandbox is there\n\n'
/** After this time a request without a reply is reported: a developer whose client hangs wants to know the reason now. */
const WAITING_MS = 500

interface Reader {
  /** Without a world, the reader gets the events of all worlds. */
  readonly world: string | undefined
  readonly texts: Readable
  /** How many events the reader has lost since it last read. */
  lost: number
}

export type Events = ReturnType<typeof createEvents>

export function createEvents(withTrace: WithTrace, journals: Pick<Journals, 'underWay'>, observers: Set<Observer>, heartbeatMs = 15_000) {
  const readers = new Set<Reader>()
  const reported = new WeakSet<Exchange>()
  let timers: NodeJS.Timeout[] = []
  const observer: Observer = {
    replied: (exchange) => tell('replied', exchange),
    closed: (exchange) => tell('closed', exchange),
    changed: (change) => tell('changed', change),
  }

  function tell(type: string, data: Exchange | WorldChange): void {
    const text = renderEvent(type, 'what' in data ? data : withTrace(data))
    for (const reader of readers) {
      if (reader.world !== undefined && reader.world !== data.world) continue
      // A reader that has lost an event gets no further event until it has read what waits.
      const isFull = reader.lost > 0 || reader.texts.readableLength > BOUNDS.eventBytes / readers.size
      if (isFull) reader.lost += 1
      else reader.texts.push(text)
    }
  }

  function reportWaiting(): void {
    for (const exchange of journals.underWay()) {
      const hasWaited = performance.now() - exchange.arrived.monotonic >= WAITING_MS
      if (exchange.replied || !hasWaited || reported.has(exchange)) continue
      reported.add(exchange)
      tell('waiting', exchange)
    }
  }

  function sendHeartbeats(): void {
    for (const { texts } of readers) if (texts.readableLength === 0) texts.push(HEARTBEAT)
  }

  /** Without readers no events are made. */
  function leave(reader: Reader): void {
    if (!readers.delete(reader)) return
    reader.texts.push(null)
    if (readers.size > 0) return
    observers.delete(observer)
    for (const timer of timers) clearInterval(timer)
  }

  return {
    /** The events as they come, and now and then a heartbeat as a sign that the sandbox still runs. */
    follow({ world, until }: Pick<WaitQuery, 'world' | 'until'> = {}): Readable {
      if (readers.size >= BOUNDS.readers)
        throw new Problem('unavailable', `${BOUNDS.readers} readers already follow the events: end some of them`)
      if (readers.size === 0) {
        observers.add(observer)
        timers = [setInterval(reportWaiting, WAITING_MS / 2).unref(), setInterval(sendHeartbeats, heartbeatMs).unref()]
      }
      const texts = new Readable({ read: () => tellLost(reader) })
      const reader: Reader = { world, texts, lost: 0 }
      readers.add(reader)
      texts.push(HEARTBEAT)
      texts.once('close', () => leave(reader))
      // A reader that waits for an event does not notice that its client has left.
      void until?.then(() => leave(reader))
      return texts
    },
    close: () => readers.forEach(leave),
  }
}

/** Called when the reader has read nearly all that waits. */
function tellLost(reader: Reader): void {
  const { lost: count } = reader
  reader.lost = 0
  if (count > 0) reader.texts.push(renderEvent('lost', { count }))
}

const renderEvent = (type: string, data: unknown) => `event: ${type}\ndata: ${renderJson(data)}\n\n`
