// Readers of live events share one limited list. Each reader has its own place in it.

import { expect, test } from 'vitest'
import { BOUNDS } from '../../src/ground/bounds.ts'
import { Events } from '../../src/record/events.ts'
import { tellAll } from '../../src/record/observer.ts'
import { withTrace } from '../../src/serve/journey/trace.ts'
import type { WorldChange } from '../../src/worlds/world-change.ts'
import { createEntry } from '../support/exchanges.ts'

const change = (world: string, session: number): WorldChange => ({
  world,
  what: 'clock',
  session,
  revision: 0,
  at: { real: 1, monotonic: 1, world: 1 },
})

/** Creates events, and a function that makes a number of events in a world. */
function createFilled() {
  const events = new Events(withTrace, { underWay: () => [] })
  const observer = tellAll([events])
  let count = 0
  const add = (world: string, times = 1) => {
    for (let index = 0; index < times; index += 1) {
      count += 1
      observer.changed(change(world, count))
    }
  }
  return { events, add }
}

interface Event {
  readonly type: string
  readonly value: { readonly [name: string]: unknown }
}

/** The next events of a reader, at least as many as asked for. */
async function read(texts: AsyncIterator<string>, count: number): Promise<Event[]> {
  const all: Event[] = []
  while (all.length < count) {
    const text = (await texts.next()).value ?? ''
    for (const [, type = '', data = ''] of text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)) all.push({ type, value: JSON.parse(data) })
  }
  return all
}

const sessionsOf = (events: readonly Event[]) => events.map(({ value }) => value.session)

test('a slow reader loses the oldest events of its world, and is told how many; a fast reader loses none', async () => {
  const { events, add } = createFilled()
  const slow = events.follow({ world: 'a' })
  const fast = events.follow()
  for (let round = 0; round < 15; round += 1) {
    add('a', 80)
    add('b', 20)
    expect(await read(fast, 100)).toHaveLength(100)
  }
  const [first, ...rest] = await read(slow, 1 + 0.8 * BOUNDS.events)
  expect(first).toEqual({ type: 'lost', value: { count: 400 } })
  expect(rest).toHaveLength(800)
  expect(sessionsOf(rest).at(0)).toBe(501)
  expect(sessionsOf(rest).at(-1)).toBe(1480)
  add('a')
  expect(sessionsOf(await read(slow, 1))).toEqual([1501])
})

test('after its last reader a sandbox keeps no events', async () => {
  const { events, add } = createFilled()
  const first = events.follow()
  await first.next()
  events.close()
  expect((await first.next()).done).toBe(true)
  add('a')
  const second = events.follow()
  add('a')
  expect(sessionsOf(await read(second, 1))).toEqual([2])
  events.close()
})

test('100 readers may follow the events, and one more is refused', () => {
  const { events } = createFilled()
  for (let count = 0; count < BOUNDS.readers; count += 1) events.follow()
  expect(() => events.follow()).toThrow(`${BOUNDS.readers} readers already follow the events: end some of them`)
  events.close()
  expect(() => events.follow()).not.toThrow()
  events.close()
})

test('a reader without new events gets a heartbeat', async () => {
  const events = new Events(withTrace, { underWay: () => [] }, 1)
  const iterator = events.follow()
  const texts = [await iterator.next(), await iterator.next()]
  expect(texts.map(({ value }) => value)).toEqual([': the sandbox is there\n\n', ': the sandbox is there\n\n'])
})

test('a request that waits for its reply is reported once, and a request with a reply is never reported', async () => {
  const arrived = { real: 1, monotonic: performance.now(), world: 1 }
  const { replied: at, closed: _closed, ...hanging } = createEntry(1, { id: 'hanging', arrived })
  const quick = createEntry(2, { id: 'quick', arrived, ...(at && { replied: at }) })
  const events = new Events(withTrace, { underWay: () => [hanging, quick] })
  const iterator = events.follow()
  events.replied(quick)
  const told = await read(iterator, 2)
  expect(told.map(({ type, value }) => [type, value.id])).toEqual([
    ['replied', 'quick'],
    ['waiting', 'hanging'],
  ])
  expect(performance.now() - arrived.monotonic).toBeGreaterThanOrEqual(500)
  events.closed(hanging)
  expect((await read(iterator, 1)).map(({ type }) => type)).toEqual(['closed'])
  events.close()
})
