// Live events as server-sent events (WHATWG HTML §9.2): exchanges when they wait long, when they get their reply and when they end, and
// changes of worlds. A slow reader never delays the sandbox.

import { clearInterval, setImmediate, setInterval } from 'node:timers'
import { BOUNDS } from '../ground/bounds.ts'
import type { Exchange } from '../ground/generated/control.ts'
import { Problem } from '../ground/problem.ts'
import type { WorldChange } from '../worlds/world-change.ts'
import type { Journals, WithTrace } from './journals.ts'
import type { Observer } from './observer.ts'
import { type Reader, RecentEvents } from './recent-events.ts'

/** The first text too, so that the reader gets the headers of its reply at once. */
const HEARTBEAT = ': the sandbox is there\n\n'
const HEARTBEAT_MS = 15_000
/** A developer whose client hangs wants to know the reason now. So a request that has no reply after this time is reported once. */
const WAITING_MS = 500

interface ReaderOptions {
  /** Without a world, the reader gets the events of all worlds. */
  readonly world?: string | undefined
  /** Ends the reading. A reader that waits for an event does not notice that its client has left. */
  readonly until?: Promise<unknown>
}

export class Events implements Required<Pick<Observer, 'replied' | 'closed' | 'changed'>> {
  readonly #withTrace: WithTrace
  readonly #journals: Pick<Journals, 'underWay'>
  readonly #heartbeatMs: number
  #recent = new RecentEvents()
  /** Resolves when there may be something to read, with true when it is time for a heartbeat. */
  #news = Promise.withResolvers<boolean>()
  #soon: NodeJS.Immediate | undefined
  /** The exchanges that were reported because they wait. */
  readonly #reported = new WeakSet<Exchange>()
  #timers: NodeJS.Timeout[] = []

  constructor(withTrace: WithTrace, journals: Pick<Journals, 'underWay'>, heartbeatMs = HEARTBEAT_MS) {
    this.#withTrace = withTrace
    this.#journals = journals
    this.#heartbeatMs = heartbeatMs
  }

  readonly replied = (exchange: Exchange): void => this.#add('replied', exchange)
  readonly closed = (exchange: Exchange): void => this.#add('closed', exchange)
  readonly changed = (change: WorldChange): void => this.#add('changed', change)

  /** Keeps an event, and wakes all readers soon, once for all events that come until then. Without readers nothing is kept. */
  #add(type: string, data: Exchange | WorldChange): void {
    if (this.#recent.readers.size === 0) return
    this.#recent.add(type, data.world, 'what' in data ? data : this.#withTrace(data))
    this.#soon ??= setImmediate(() => this.#wake(false))
  }

  #wake(isHeartbeat: boolean): void {
    this.#soon = undefined
    this.#news.resolve(isHeartbeat)
    this.#news = Promise.withResolvers()
  }

  /** Yields the text of the events as they come, and a comment now and then as a sign that the sandbox still runs. */
  follow({ world, until }: ReaderOptions = {}): AsyncGenerator<string, void> {
    if (this.#recent.readers.size >= BOUNDS.readers)
      throw new Problem('unavailable', `${BOUNDS.readers} readers already follow the events: end some of them`)
    if (this.#recent.readers.size === 0)
      this.#timers = [
        setInterval(() => this.#reportWaiting(), WAITING_MS / 2).unref(),
        setInterval(() => this.#wake(true), this.#heartbeatMs).unref(),
      ]
    const reader = this.#recent.addReader(world)
    void until?.then(() => this.#leave(reader))
    return this.#read(reader)
  }

  async *#read(reader: Reader): AsyncGenerator<string, void> {
    try {
      for (let isDue = true; this.#recent.readers.has(reader); ) {
        const text = this.#recent.take(reader)
        if (text !== '' || isDue) yield text || HEARTBEAT
        isDue = !this.#recent.hasNews(reader) && (await this.#news.promise)
      }
    } finally {
      this.#leave(reader)
    }
  }

  #reportWaiting(): void {
    for (const exchange of this.#journals.underWay()) {
      const hasWaited = performance.now() - exchange.arrived.monotonic >= WAITING_MS
      if (exchange.replied || !hasWaited || this.#reported.has(exchange)) continue
      this.#reported.add(exchange)
      this.#add('waiting', exchange)
    }
  }

  #leave(reader: Reader): void {
    if (!this.#recent.readers.delete(reader)) return
    this.#wake(false)
    if (this.#recent.readers.size > 0) return
    for (const timer of this.#timers) clearInterval(timer)
    this.#recent = new RecentEvents()
  }

  close(): void {
    for (const reader of this.#recent.readers) this.#leave(reader)
  }
}
