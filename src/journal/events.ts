// Live events: exchanges when they wait long, when they get their reply and when they end, and changes of worlds. All readers share
// one limited list of the last events, and each reader has its own place in it. So a slow reader takes no memory and never delays the
// sandbox: it loses the oldest events and is told how many.

import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers'
import type { Exchange } from '../../spec/control.ts'
import { Problem } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import type { Observer, WorldChange } from '../exchange/observer.ts'
import { renderJson } from '../json/json.ts'
import type { Journals, WithTrace } from './journals.ts'

/** An event as its type, its id and its JSON text. */
export interface EventText {
  readonly type: 'waiting' | 'replied' | 'closed' | 'changed' | 'lost'
  readonly id?: string
  readonly text: string
}

interface RecentEvent extends EventText {
  readonly world: string
}

/** Yields events as they come, several at once. Sometimes yields an empty list, as a sign that the sandbox still runs. */
export interface EventReader extends AsyncIterable<readonly EventText[]> {
  close(): void
}

/** The place of a reader in the list of recent events. */
interface Place {
  /** Undefined when the reader gets the events of all worlds. */
  readonly world: string | undefined
  /** The number of the next event to read. */
  next: number
  /** How many events the reader has lost since it last read. Null when nobody knows the number. */
  lost: number | null
}

const HEARTBEAT_MS = 15_000
/** Events are kept for this long after the last reader has left, because the reader may come back. */
const LINGER_MS = 30_000
/** A developer whose client hangs wants to know the reason now. So a request that has no reply after this time is reported once. */
const WAITING_MS = 500

export class Events implements Required<Pick<Observer, 'replied' | 'closed' | 'changed'>> {
  readonly #withTrace: WithTrace
  readonly #journals: Pick<Journals, 'underWay'>
  readonly #heartbeatMs: number
  /** The first part of the event ids. Another sandbox has another one. */
  readonly #streamId = Math.random().toString(36).slice(2, 8)
  readonly #readers = new Set<Place>()
  /** The last events. Their count and their bytes are limited. */
  #recent: RecentEvent[] = []
  #bytes = 0
  /** The number of the last event. */
  #last = 0
  /** Resolves when there may be something to read, with true when it is time for a heartbeat. */
  #news = Promise.withResolvers<boolean>()
  #isWaking = false
  /** The exchanges that were reported because they wait. */
  readonly #reported = new WeakSet<Exchange>()
  /** Without readers nothing is kept. */
  isIdle = true
  #timers: NodeJS.Timeout[] = []
  #linger: NodeJS.Timeout | undefined

  constructor(withTrace: WithTrace, journals: Pick<Journals, 'underWay'>, { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}) {
    this.#withTrace = withTrace
    this.#journals = journals
    this.#heartbeatMs = heartbeatMs
  }

  readonly replied = (exchange: Exchange): void => this.#add('replied', exchange)
  readonly closed = (exchange: Exchange): void => this.#add('closed', exchange)
  readonly changed = (change: WorldChange): void => this.#add('changed', change)

  /** Begins to read after the event with this id, if that event is still known. Without a world, reads the events of all worlds. */
  open({ world, after }: { world?: string | undefined; after?: string | undefined } = {}): EventReader {
    if (this.#readers.size >= BOUNDS.readers)
      throw new Problem('unavailable', `${BOUNDS.readers} readers already follow the events: end some of them`)
    clearTimeout(this.#linger)
    if (this.isIdle)
      this.#timers = [
        setInterval(() => this.#reportWaiting(), WAITING_MS / 2).unref(),
        setInterval(() => this.#wake(true), this.#heartbeatMs).unref(),
      ]
    this.isIdle = false
    const end = this.#last + 1
    const next = after === undefined ? end : this.#numberAfter(after)
    const reader: Place = { world, next: next ?? end, lost: next === undefined ? null : 0 }
    this.#readers.add(reader)
    return { [Symbol.asyncIterator]: () => this.#read(reader), close: () => this.#leave(reader) }
  }

  close(): void {
    for (const reader of this.#readers) this.#leave(reader)
    this.#stop()
  }

  #stop(): void {
    this.isIdle = true
    clearTimeout(this.#linger)
    for (const timer of this.#timers) clearInterval(timer)
    this.#recent = []
    this.#bytes = 0
    // A reader that comes back later may have lost events, so the event after its id must be unknown.
    this.#last += 1
  }

  /** Keeps an event, and wakes all readers soon, once for all events that come until then. */
  #add(type: EventText['type'], value: Exchange | WorldChange): void {
    this.#last += 1
    const text = renderJson('what' in value ? value : this.#withTrace(value))
    this.#bytes += text.length
    this.#recent.push({ type, id: `${this.#streamId}-${this.#last}`, text, world: value.world })
    while (this.#recent.length > BOUNDS.events || this.#bytes > BOUNDS.eventBytes) this.#dropOldest()
    if (this.#isWaking) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      this.#wake(false)
    })
  }

  #wake(isHeartbeat: boolean): void {
    this.#news.resolve(isHeartbeat)
    this.#news = Promise.withResolvers()
  }

  #dropOldest(): void {
    const oldest = this.#recent.shift()
    if (oldest === undefined) return
    this.#bytes -= oldest.text.length
    const first = this.#last - this.#recent.length + 1
    for (const reader of this.#readers) {
      if (reader.next >= first) continue
      reader.next = first
      if (reader.lost !== null && appliesTo(reader, oldest)) reader.lost += 1
    }
  }

  /** The event that the reader reads next; undefined when it has read all. */
  #nextOf({ next }: Place): RecentEvent | undefined {
    return this.#recent[next - (this.#last - this.#recent.length) - 1]
  }

  /** The number of the event after the event with this id. Undefined when some events after that id may be gone. */
  #numberAfter(id: string): number | undefined {
    const [streamId, number] = id.split('-')
    const next = Number(number) + 1
    const isKept = next > this.#last - this.#recent.length && next <= this.#last + 1
    return streamId === this.#streamId && Number.isInteger(next) && isKept ? next : undefined
  }

  #reportWaiting(): void {
    for (const exchange of this.#journals.underWay()) {
      const hasWaited = performance.now() - exchange.arrived.monotonic >= WAITING_MS
      if (exchange.replied || !hasWaited || this.#reported.has(exchange)) continue
      this.#reported.add(exchange)
      this.#add('waiting', exchange)
    }
  }

  #leave(reader: Place): void {
    if (!this.#readers.delete(reader)) return
    this.#wake(false)
    if (this.#readers.size === 0) this.#linger = setTimeout(() => this.#stop(), LINGER_MS).unref()
  }

  async *#read(reader: Place): AsyncGenerator<readonly EventText[], void> {
    try {
      for (let isDue = false; this.#readers.has(reader); ) {
        const taken = this.#take(reader)
        if (taken.length > 0 || isDue) yield taken
        isDue = this.#nextOf(reader) === undefined && (await this.#news.promise)
      }
    } finally {
      this.#leave(reader)
    }
  }

  /** The events that the reader has not read yet, up to a number of characters. */
  #take(reader: Place): EventText[] {
    const taken: EventText[] = reader.lost === 0 ? [] : [{ type: 'lost', text: renderJson({ count: reader.lost }) }]
    reader.lost = 0
    let letters = 0
    for (let event = this.#nextOf(reader); event && letters < BOUNDS.givenLetters; event = this.#nextOf(reader)) {
      reader.next += 1
      if (!appliesTo(reader, event)) continue
      letters += event.text.length
      taken.push(event)
    }
    return taken
  }
}

const appliesTo = ({ world }: Place, event: RecentEvent) => world === undefined || world === event.world
