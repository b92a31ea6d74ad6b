// The journals keep the last exchanges of each world, within exact limits.

import { expect, test } from 'vitest'
import type { JournalEntry } from '../../spec/control.ts'
import { BOUNDS } from '../../src/exchange/bounds.ts'
import { MemoryBudget } from '../../src/exchange/memory-budget.ts'
import { Journals } from '../../src/journal/journals.ts'
import { withTrace } from '../../src/journey/trace.ts'
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

test('a journal that was cleared takes as many bytes as before', async () => {
  const { journals, list, add } = createFilled()
  add('a', 100, 60_000)
  journals.forget((await list('a')).map(({ id }) => id))
  expect(await list('a')).toEqual([])
  add('a', 100, 60_000)
  expect(await list('a')).toHaveLength(100)
})

test('busy worlds do not push out the entries of an idle one', async () => {
  const { list, add } = createFilled()
  add('idle', 40, 60_000)
  for (let world = 0; world < 20; world += 1) add(`busy${world}`, 200, 60_000)
  expect(await list('idle')).toHaveLength(40)
  const lists = await Promise.all(Array.from({ length: 20 }, (_, world) => list(`busy${world}`)))
  const bytes = lists.map(({ length }) => length * 60_000)
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(new MemoryBudget().leftForJournals)
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
  journals.changed({ world: 'a', what: 'let-go', session: 1, revision: 0, at: next('a').arrived })
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
