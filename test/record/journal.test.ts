// The journals keep the last exchanges of each world, within exact limits.

import { expect, test } from 'vitest'
import { BOUNDS } from '../../src/ground/bounds.ts'
import type { JournalEntry } from '../../src/ground/generated/control.ts'
import { Journal } from '../../src/record/journal.ts'
import { Journals } from '../../src/record/journals.ts'
import { type Observer, tellAll } from '../../src/record/observer.ts'
import { createWaits } from '../../src/record/waits.ts'
import { withTrace } from '../../src/serve/journey/trace.ts'
import { createExchange } from '../support/exchanges.ts'

let count = 0

/** The next exchange of a world. Its reply has this many bytes. */
function next(world: string, bytes = 10, session = 1) {
  count += 1
  const reply = { status: 200, headers: {}, body: { text: 'x'.repeat(bytes), bytes } }
  return createExchange(count, { id: `req_test_${count}`, world, session, reply })
}

function createFilled() {
  const journals = new Journals(withTrace)
  const add = (world: string, times: number, bytes?: number) => {
    for (let index = 0; index < times; index += 1) {
      const exchange = next(world, bytes)
      journals.began(exchange)
      journals.closed(exchange)
    }
  }
  const list = async (world: string) => {
    const all: JournalEntry[] = []
    for await (const found of journals.search(world, () => true)) all.push(...found)
    return all
  }
  return { journals, list, add }
}

test('the last 1,000 exchanges are kept, oldest first', async () => {
  const { journals, list, add } = createFilled()
  add('a', BOUNDS.exchanges + 5)
  const numbers = (await list('a')).map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: BOUNDS.exchanges }, (_, index) => count - BOUNDS.exchanges + 1 + index))
  expect(journals.find(`req_test_${count}`, 'a')?.number).toBe(count)
  expect(journals.find(`req_test_${count - BOUNDS.exchanges}`, 'a')).toBeUndefined()
  expect(journals.find(`req_other_${count}`, 'a')).toBeUndefined()
})

test('old exchanges are dropped before a world exceeds its limit of bytes', async () => {
  const { list, add } = createFilled()
  add('a', 300, 60_000)
  const kept = await list('a')
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.length * 60_000).toBeLessThan(BOUNDS.journalBytes)
  expect(kept.at(-1)?.number).toBe(count)
})

test('an exchange that alone exceeds the limit of its world is kept alone', async () => {
  const { list, add } = createFilled()
  add('a', 2, BOUNDS.journalBytes)
  expect((await list('a')).map(({ number }) => number)).toEqual([count])
})

test.each([
  [100, 60_000, 0],
  [BOUNDS.exchanges, 10, 600],
])('a journal of %i exchanges of %i bytes, cleared up to the last %i, has as much room as before', async (most, bytes, left) => {
  const { journals, list, add } = createFilled()
  add('a', most, bytes)
  const all = await list('a')
  journals.forget(all.slice(0, most - left).map(({ id }) => id))
  expect(await list('a')).toEqual(all.slice(most - left))
  add('a', most - left, bytes)
  expect(await list('a')).toHaveLength(most)
})

test('busy worlds do not push out the entries of an idle one', async () => {
  const { list, add } = createFilled()
  add('idle', 20, 60_000)
  for (let world = 0; world < 20; world += 1) add(`busy${world}`, 200, 60_000)
  expect(await list('idle')).toHaveLength(20)
  const lists = await Promise.all(Array.from({ length: 20 }, (_, world) => list(`busy${world}`)))
  const bytes = lists.map(({ length }) => length * 60_000)
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(BOUNDS.journalsBytes)
  expect(Math.min(...bytes)).toBeGreaterThan(0)
})

test('a thousand worlds with a few calls each keep all their calls', async () => {
  const { list, add } = createFilled()
  for (let world = 0; world < 1000; world += 1) add(`w${world}`, 5)
  for (let world = 0; world < 1000; world += 1) expect(await list(`w${world}`)).toHaveLength(5)
})

test('an exchange under way is listed in its place', async () => {
  const { journals, list, add } = createFilled()
  const { closed, replied, ...pending } = next('a')
  journals.began(pending)
  add('a', 1)
  expect((await list('a')).map(({ number, closed }) => [number, closed !== undefined])).toEqual([
    [count - 1, false],
    [count, true],
  ])
  expect(journals.find(pending.id, 'a')).toMatchObject({ number: count - 1 })
})

test('a new session begins with an empty journal, and gets no exchange of the session before', async () => {
  const { journals, list, add } = createFilled()
  const [old, late, early] = [next('a'), next('a'), next('a', 10, 2)]
  journals.began(old)
  add('a', 3)
  // The first exchange of the new session comes before the news of the reset.
  journals.began(early)
  journals.changed({ world: 'a', what: 'reset', session: 2, revision: 0, at: old.arrived })
  journals.began(late)
  for (const exchange of [old, late, early]) journals.closed(exchange)
  expect((await list('a')).map(({ number }) => number)).toEqual([early.number])
})

test('the journal of a world that left memory is gone', async () => {
  const { journals, list, add } = createFilled()
  add('a', 3)
  journals.changed({ world: 'a', what: 'unloaded', session: 1, revision: 0, at: next('a').arrived })
  expect(await list('a')).toEqual([])
})

test('entries are unchanged after many others, and a full journal uses its memory again', async () => {
  const { journals, list, add } = createFilled()
  add('a', 5 * BOUNDS.exchanges, 3000)
  const { bytes } = journals
  add('a', 5 * BOUNDS.exchanges, 3000)
  expect(journals.bytes).toBe(bytes)
  const kept = await list('a')
  expect(new Set(kept.map(({ reply }) => reply?.body.text))).toEqual(new Set(['x'.repeat(3000)]))
  expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: BOUNDS.exchanges }, (_, index) => `req_test_${count - 999 + index}`))
})

/** An entry of this many bytes. It begins with its number. */
function entryOf(number: number, size: number): Buffer {
  const bytes = Buffer.alloc(size, number)
  bytes.writeDoubleBE(number)
  return bytes
}

test('a wait looks again when a request comes while it looks', async () => {
  const [first, second] = [next('a'), next('a')]
  const looks = [[first], [first, second]]
  const observers = new Set<Observer>()
  const waits = createWaits(
    {
      async *search() {
        tellAll(observers)('replied', looks.length === 2 ? second : first)
        yield (looks.shift() ?? []).map(withTrace)
      },
    },
    observers,
  )
  await waits.wait({ matches: () => true, count: 2, seconds: 100 })
  expect(looks).toEqual([])
  expect(observers).toEqual(new Set())
})

test('a journal takes segments of growing size, uses an emptied segment again, and gives memory back', () => {
  const journal = new Journal(1)
  let number = 0
  const add = (size: number) => {
    number += 1
    if (journal.push(entryOf(number, size))) return 0
    const growth = journal.growthFor(size)
    journal.grow(growth)
    expect(journal.push(entryOf(number, size))).toBe(true)
    return growth
  }
  const state = () => [
    journal.count,
    journal.bytes,
    journal
      .sizes()
      .map((one) => `${one.number}:${one.bytes}`)
      .join(' '),
  ]
  const steps: [what: string, does: () => unknown, ...after: (number | string)[]][] = [
    ['a small entry takes the first segment', () => add(1000), 4096, 1, 4096, '1:1000'],
    ['an entry fills it up', () => add(4096 - 1004 - 4), 0, 2, 4096, '1:1000 2:3088'],
    ['the next segment is twice as large', () => add(8), 8192, 3, 12_288, '1:1000 2:3088 3:8'],
    ['a large entry gets a segment of its size', () => add(300_000), 300_004, 4, 312_292, '1:1000 2:3088 3:8 4:300000'],
    ['no segment after it is larger than 256 KiB', () => add(100), 262_144, 5, 574_436, '1:1000 2:3088 3:8 4:300000 5:100'],
    ['an entry goes', () => journal.shift(), '', 4, 574_436, '2:3088 3:8 4:300000 5:100'],
    ['the first segment becomes the spare one', () => journal.shift(), '', 3, 574_436, '3:8 4:300000 5:100'],
    ['another spare takes its place', () => journal.shift(), '', 2, 570_340, '4:300000 5:100'],
    ['an entry has room behind the last one', () => add(262_144 - 104 - 4 - 1000), 0, 3, 570_340, '4:300000 5:100 6:261036'],
    ['a spare one that is too small is not used', () => add(8188), 262_144, 4, 832_484, '4:300000 5:100 6:261036 7:8188'],
    ['the large one takes its place', () => journal.shift(), '', 3, 824_292, '5:100 6:261036 7:8188'],
    ['an entry fills the last segment', () => add(253_948), 0, 4, 824_292, '5:100 6:261036 7:8188 8:253948'],
    ['a spare one that is large enough is used', () => add(8), 0, 5, 824_292, '5:100 6:261036 7:8188 8:253948 9:8'],
    ['two entries go', () => [journal.shift(), journal.shift()].join(), ',', 3, 824_292, '7:8188 8:253948 9:8'],
    ['the spare segment is given back first', () => journal.shrink(), '', 3, 562_148, '7:8188 8:253948 9:8'],
    ['then the oldest segment with all its entries', () => journal.shrink(), '', 1, 300_004, '9:8'],
    ['an entry has room in the last segment', () => add(8), 0, 2, 300_004, '9:8 10:8'],
  ]
  for (const [what, does, result, ...after] of steps) expect([does() ?? '', ...state()], what).toEqual([result, ...after])
  journal.erase(new Set([9]))
  expect(state()).toEqual([1, 4096, '10:8'])
  journal.shrink()
  expect([...state(), journal.growthFor(8)]).toEqual([0, 0, '', 4096])
  expect(() => [journal.shift(), journal.shrink()]).not.toThrow()
  expect(state()).toEqual([0, 0, ''])
})
