// Readers of live events share one limit of bytes. A slow reader loses events and is told how many.

import { expect, test } from 'vitest'
import { BOUNDS } from '../../src/ground/bounds.ts'
import { createEvents } from '../../src/record/events.ts'
import { type Observer, tellAll } from '../../src/record/observer.ts'
import { withTrace } from '../../src/serve/journey/trace.ts'
import type { WorldChange } from '../../src/worlds/world.ts'
import { createEntry } from '../support/exchanges.ts'

/** An event of about 10 KB. */
const change = (world: string, session: number): WorldChange => ({
  world,
  what: 'requests',
  session,
  revision: 0,
  at: { real: 1, monotonic: 1, world: 1 },
  requests: ['x'.repeat(10_000)],
})

/** Creates events, and a function that makes a number of events in a world. */
function createFilled() {
  const observers = new Set<Observer>()
  const events = createEvents(withTrace, { underWay: () => [] }, observers)
  const tell = tellAll(observers)
  let count = 0
  const add = (world: string, times = 1) => {
    for (let index = 0; index < times; index += 1) {
      count += 1
      tell('changed', change(world, count))
    }
  }
  return { events, add, observers }
}

interface Event {
  readonly type: string
  readonly value: { readonly [name: string]: unknown }
}

/** The next events of a reader, at least as many as asked for. */
async function read(texts: AsyncIterator<Buffer>, count: number): Promise<Event[]> {
  const all: Event[] = []
  while (all.length < count) {
    const text = String((await texts.next()).value)
    for (const [, type = '', data = ''] of text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)) all.push({ type, value: JSON.parse(data) })
  }
  return all
}

const sessionsOf = (events: readonly Event[]) => events.map(({ value }) => value.session)

test('a slow reader loses events of its world, and is told how many; a fast reader loses none', async () => {
  const { events, add } = createFilled()
  const slow = events.follow({ world: 'a' })[Symbol.asyncIterator]()
  const fast = events.follow()[Symbol.asyncIterator]()
  const calls = 1200
  for (let round = 0; round < calls / 80; round += 1) {
    add('b', 20)
    add('a', 80)
    expect(await read(fast, 100)).toHaveLength(100)
  }
  const told = await read(slow, calls / 4)
  const kept = told.slice(0, -1)
  expect(told.at(-1)).toEqual({ type: 'lost', value: { count: calls - kept.length } })
  const bytes = kept.length * 10_000
  expect(bytes).toBeGreaterThan(BOUNDS.eventBytes / 2 - 100_000)
  expect(bytes).toBeLessThan(BOUNDS.eventBytes / 2)
  expect(sessionsOf(kept).slice(0, 81)).toEqual([...Array.from({ length: 80 }, (_, index) => 21 + index), 121])
  add('a')
  expect(sessionsOf(await read(slow, 1))).toEqual([1501])
  events.close()
})

test('after its last reader a sandbox keeps no events', async () => {
  const { events, add } = createFilled()
  const first = events.follow()[Symbol.asyncIterator]()
  await first.next()
  events.close()
  expect((await first.next()).done).toBe(true)
  add('a')
  const second = events.follow()[Symbol.asyncIterator]()
  add('a')
  expect(sessionsOf(await read(second, 1))).toEqual([2])
  events.close()
})

test('100 readers may follow the events, and one more is refused', () => {
  const { events, observers } = createFilled()
  for (let count = 0; count < BOUNDS.readers; count += 1) events.follow()
  expect(() => events.follow()).toThrow(`${BOUNDS.readers} readers already follow the events: end some of them`)
  events.close()
  expect(() => events.follow()).not.toThrow()
  events.close()
  expect(observers.size).toBe(0)
})

test('a reader without new events gets a heartbeat', async () => {
  const events = createEvents(withTrace, { underWay: () => [] }, new Set(), 1)
  const iterator = events.follow()[Symbol.asyncIterator]()
  const texts = [await iterator.next(), await iterator.next()]
  expect(texts.map(({ value }) => String(value))).toEqual([': the sandbox is there\n\n', ': the sandbox is there\n\n'])
})

test('a request that waits for its reply is reported once, and a request with a reply is never reported', async () => {
  const arrived = { real: 1, monotonic: performance.now(), world: 1 }
  const { replied: at, closed: _closed, ...hanging } = createEntry(1, { id: 'hanging', arrived })
  const quick = createEntry(2, { id: 'quick', arrived, ...(at && { replied: at }) })
  const observers = new Set<Observer>()
  const tell = tellAll(observers)
  const events = createEvents(withTrace, { underWay: () => [hanging, quick] }, observers)
  const iterator = events.follow()[Symbol.asyncIterator]()
  tell('replied', quick)
  const told = await read(iterator, 2)
  expect(told.map(({ type, value }) => [type, value.id])).toEqual([
    ['replied', 'quick'],
    ['waiting', 'hanging'],
  ])
  expect(performance.now() - arrived.monotonic).toBeGreaterThanOrEqual(500)
  tell('closed', hanging)
  expect((await read(iterator, 1)).map(({ type }) => type)).toEqual(['closed'])
  events.close()
})
