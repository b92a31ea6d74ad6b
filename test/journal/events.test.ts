// Readers of live events share one limited list. Each reader has its own place in it.

import { expect, test } from 'vitest'
import { BOUNDS } from '../../src/exchange/bounds.ts'
import { tellAll, type WorldChange } from '../../src/exchange/observer.ts'
import { Events, type EventText } from '../../src/journal/events.ts'
import { withTrace } from '../../src/journey/trace.ts'
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

/** The next events of a reader, at least as many as asked for. */
async function read(iterator: AsyncIterator<readonly EventText[]>, count: number): Promise<EventText[]> {
  const all: EventText[] = []
  while (all.length < count) all.push(...((await iterator.next()).value ?? []))
  return all
}

const sessionsOf = (texts: readonly EventText[]) => texts.map(({ text }) => JSON.parse(text).session)

test('a slow reader loses the oldest events of its world, and is told how many; a fast reader loses none', async () => {
  const { events, add } = createFilled()
  const slow = events.open({ world: 'a' })[Symbol.asyncIterator]()
  const fast = events.open()[Symbol.asyncIterator]()
  for (let round = 0; round < 15; round += 1) {
    add('a', 80)
    add('b', 20)
    expect(await read(fast, 100)).toHaveLength(100)
  }
  const [first, ...rest] = await read(slow, 1 + 0.8 * BOUNDS.events)
  expect(first).toEqual({ type: 'lost', text: '{"count":400}' })
  expect(rest).toHaveLength(800)
  expect(sessionsOf(rest).at(0)).toBe(501)
  expect(sessionsOf(rest).at(-1)).toBe(1480)
  add('a')
  expect(sessionsOf(await read(slow, 1))).toEqual([1501])
})

test('a reader with a very old id is told that it has lost events', async () => {
  const { events, add } = createFilled()
  const before = events.open()
  add('a')
  const [first] = await read(before[Symbol.asyncIterator](), 1)
  add('a', BOUNDS.events + 5)
  const [lost] = await read(events.open({ after: first?.id })[Symbol.asyncIterator](), 1)
  expect(lost).toEqual({ type: 'lost', text: '{"count":null}' })
})

test('a reader without new events gets a heartbeat', async () => {
  const events = new Events(withTrace, { underWay: () => [] }, { heartbeatMs: 1 })
  const iterator = events.open()[Symbol.asyncIterator]()
  expect((await iterator.next()).value).toEqual([])
})

test('a request that waits for its reply is reported once, and a request with a reply is never reported', async () => {
  const arrived = { real: 1, monotonic: performance.now(), world: 1 }
  const { replied: at, closed: _closed, ...hanging } = createEntry(1, { id: 'hanging', arrived })
  const quick = createEntry(2, { id: 'quick', arrived, ...(at && { replied: at }) })
  const events = new Events(withTrace, { underWay: () => [hanging, quick] })
  const iterator = events.open()[Symbol.asyncIterator]()
  events.replied(quick)
  const told = await read(iterator, 2)
  expect(told.map(({ type, text }) => [type, JSON.parse(text).id])).toEqual([
    ['replied', 'quick'],
    ['waiting', 'hanging'],
  ])
  events.closed(hanging)
  expect((await read(iterator, 1)).map(({ type }) => type)).toEqual(['closed'])
  events.close()
})
