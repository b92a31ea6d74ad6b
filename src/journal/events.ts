// What happens, told live: exchanges when they are replied to and when they are over, and changes from outside. All readers
// share one bounded list of the last events, each at its own place in it. So a reader that falls behind loses the oldest
// events and is told how many, takes no memory, and never keeps the sandbox waiting. While nobody reads, nothing is kept.

import type { Exchange } from '../exchange.ts'
import { parseJson, renderJson } from '../json.ts'
import type { Observer, WorldChange } from '../observer.ts'
import { Problem } from '../problem.ts'
import { type JournalEntry, withTrace } from './journal.ts'

export type SandboxEvent =
  | { readonly type: 'replied' | 'closed'; readonly id: string; readonly exchange: JournalEntry }
  | { readonly type: 'changed'; readonly id: string; readonly change: WorldChange }
  /** The reader was too slow, or away for too long; null where nobody knows how many events it lost. */
  | { readonly type: 'lost'; readonly count: number | null }

/** An event as JSON. */
export interface EventText {
  readonly type: SandboxEvent['type']
  readonly id?: string
  readonly text: string
}

export interface Events extends Required<Pick<Observer, 'replied' | 'closed' | 'changed'>> {
  /** Begins to read, behind the event of this id if it is known still. No world: the events of all. */
  open(options?: { world?: string | undefined; after?: string | undefined }): EventReader
  /** Ends all readers. */
  close(): void
}

/** Gives events as they come, several at once; none, now and then, to show that the sandbox is there. */
export interface EventReader extends AsyncIterable<readonly EventText[]> {
  close(): void
}

interface Kept {
  readonly number: number
  readonly world: string
  readonly type: 'replied' | 'closed' | 'changed'
  readonly bytes: number
  /** Rendered when the first reader comes by. */
  value: Exchange | WorldChange | undefined
  text: string
}

interface Reader {
  readonly world: string | undefined
  /** The number of the next event to read. */
  next: number
  lost: number | null
  isClosed: boolean
  wake: () => void
}

export const MAX_EVENTS = 1000
const MAX_BYTES = 8 * 1024 * 1024
export const MAX_READERS = 100
const HEARTBEAT_MS = 15_000
/** Events are kept for so long after the last reader left: it may come back. */
const LINGER_MS = 30_000
/** So many events are given at once. */
const MAX_GIVEN = 50

export function createEvents(): Events {
  const readers = new Set<Reader>()
  let kept: Kept[] = []
  let bytes = 0
  let count = 0
  /** Tells the ids of one stretch of listening from those of another; undefined while nobody listens. */
  let stretch: string | undefined
  let linger: NodeJS.Timeout | undefined
  let isWaking = false

  function add(type: Kept['type'], world: string, value: Exchange | WorldChange, size: number): void {
    count += 1
    kept.push({ number: count, world, type, bytes: size, value, text: '' })
    bytes += size
    while (kept.length > MAX_EVENTS || bytes > MAX_BYTES) drop()
    if (isWaking) return
    isWaking = true
    setImmediate(() => {
      isWaking = false
      for (const { wake } of readers) wake()
    })
  }

  /** Drops the oldest event, and notes who has not read it. */
  function drop(): void {
    const [oldest] = kept.splice(0, 1)
    if (oldest === undefined) return
    bytes -= oldest.bytes
    for (const reader of readers) {
      if (reader.next > oldest.number) continue
      reader.next = oldest.number + 1
      if (reader.lost !== null && means(reader, oldest)) reader.lost += 1
    }
  }

  /** What the reader has not read, up to a number of events. */
  function take(reader: Reader): EventText[] {
    const first = kept[0]?.number ?? count + 1
    const taken: EventText[] = []
    for (let at = reader.next - first; at < kept.length && taken.length < MAX_GIVEN; at += 1) {
      const event = kept[at] as Kept
      reader.next = event.number + 1
      if (means(reader, event)) taken.push({ type: event.type, id: `${stretch}-${event.number}`, text: render(event) })
    }
    return taken
  }

  function enter(world: string | undefined, after: string | undefined): Reader {
    clearTimeout(linger)
    stretch ??= Math.random().toString(36).slice(2, 8)
    const first = kept[0]?.number ?? count + 1
    const [name, number = ''] = after?.split('-') ?? []
    const isKnown = name === stretch && /^\d{1,15}$/.test(number) && Number(number) >= first - 1 && Number(number) <= count
    const reader: Reader = {
      world,
      next: isKnown ? Number(number) + 1 : count + 1,
      lost: after === undefined || isKnown ? 0 : null,
      isClosed: false,
      wake: () => {},
    }
    readers.add(reader)
    return reader
  }

  function leave(reader: Reader): void {
    reader.isClosed = true
    reader.wake()
    if (!readers.delete(reader) || readers.size > 0) return
    linger = setTimeout(() => {
      stretch = undefined
      kept = []
      bytes = 0
    }, LINGER_MS).unref()
  }

  async function* read(reader: Reader): AsyncGenerator<readonly EventText[], void> {
    try {
      while (!reader.isClosed) {
        const { lost } = reader
        reader.lost = 0
        const taken = take(reader)
        if (lost !== 0) yield [{ type: 'lost', text: renderJson({ count: lost }) }, ...taken]
        else if (taken.length > 0) yield taken
        else if (!(await hasNews(reader))) yield []
      }
    } finally {
      leave(reader)
    }
  }

  return {
    replied: (exchange) => stretch !== undefined && add('replied', exchange.world, exchange, sizeOf(exchange)),
    closed: (exchange) => stretch !== undefined && add('closed', exchange.world, exchange, sizeOf(exchange)),
    changed: (change) => stretch !== undefined && add('changed', change.world, change, CHANGE_BYTES),
    open({ world, after } = {}) {
      if (readers.size >= MAX_READERS) throw new Problem('unavailable', `${MAX_READERS} readers follow the events already: end some of them`)
      const reader = enter(world, after)
      return { [Symbol.asyncIterator]: () => read(reader), close: () => leave(reader) }
    },
    close() {
      for (const reader of readers) leave(reader)
      clearTimeout(linger)
    },
  }
}

/** Resolves with true when the reader is woken, and with false when nothing came for a while. */
function hasNews(reader: Reader): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), HEARTBEAT_MS).unref()
    reader.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}

const means = ({ world }: Reader, event: Kept) => world === undefined || world === event.world

function render(event: Kept): string {
  if (event.value !== undefined) event.text = renderJson('what' in event.value ? event.value : withTrace(event.value))
  event.value = undefined
  return event.text
}

const CHANGE_BYTES = 300

/** About as many bytes as an exchange takes as JSON. */
const sizeOf = ({ request, reply }: Exchange) => 2000 + (request.body?.text?.length ?? 0) + (reply?.body.text?.length ?? 0)

/** An event as a value of its own. */
export function parseEvent({ type, id = '', text }: EventText): SandboxEvent {
  const value = parseJson(text)
  if (type === 'lost') return { type, count: (value as { count: number | null }).count }
  if (type === 'changed') return { type, id, change: value as WorldChange }
  return { type, id, exchange: value as JournalEntry }
}
