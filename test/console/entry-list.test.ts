import { expect, test } from 'vitest'
import type { Entry } from '../../src/console/entry.ts'
import { EntryList, MAX_ENTRIES, placeOf } from '../../src/console/entry-list.ts'
import { createEntry } from '../support/exchanges.ts'

const numbersOf = (entries: readonly Entry[]) => entries.map(({ number }) => number)

function underWay(number: number): Entry {
  const { closed, ...rest } = createEntry(number)
  return { ...rest, delivered: 'none' }
}

test('entries are in the order of arrival, also when the events come in another order', () => {
  const list = new EntryList()
  for (const number of [3, 1, 2, 5, 4]) list.put(createEntry(number))
  expect(numbersOf(list.all.value)).toEqual([1, 2, 3, 4, 5])
  expect(numbersOf(list.shown.value)).toEqual([1, 2, 3, 4, 5])
})

test('a later state replaces an earlier state, never the other way round', () => {
  const list = new EntryList()
  for (const entry of [underWay(1), createEntry(1), underWay(1)]) list.put(entry)
  expect(list.all.value.map(({ delivered }) => delivered)).toEqual(['whole'])
})

test('the list shows only entries that match the filter, also after an entry has changed', () => {
  const list = new EntryList()
  list.filter.value = ({ closed }) => closed !== undefined
  list.put(underWay(1))
  expect(list.shown.value).toEqual([])
  list.put(createEntry(1))
  expect(numbersOf(list.shown.value)).toEqual([1])
  list.filter.value = ({ world }) => world === 'w2'
  expect(list.shown.value).toEqual([])
})

test('an entry that no longer matches the filter disappears, and a matching entry is shown in its new state', () => {
  const list = new EntryList()
  list.filter.value = ({ closed }) => closed === undefined
  for (const number of [1, 2, 3]) list.put(underWay(number))
  list.put(createEntry(2))
  expect(numbersOf(list.shown.value)).toEqual([1, 3])
  const later = { ...underWay(3), deliveredBytes: 5 }
  list.put(later)
  expect(list.shown.value[1]).toBe(later)
  expect(list.find('req_abc_2')).toBe(list.all.value[1])
  expect(list.find('req_abc_4')).toBeUndefined()
})

test('an entry is found among many, and inserted between them', () => {
  const entries = [2, 4, 6, 8, 10].map((number) => createEntry(number))
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => placeOf(entries, number))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5])
  expect(placeOf([], 1)).toBe(0)
  expect(placeOf([], 0)).toBe(0)
})

test('the letters of all bodies are bounded; replaced and cleared bodies do not count', () => {
  const MANY = 16 * 1024 * 1024 - 2000
  const long = (number: number, more: Partial<Entry> = {}) =>
    createEntry(number, { reply: { status: 200, headers: {}, body: { text: 'x'.repeat(MANY), bytes: MANY } }, ...more })
  const list = new EntryList()
  for (const number of [1, 2, 3, 4]) list.put(long(number))
  expect(numbersOf(list.all.value)).toEqual([1, 2, 3, 4])
  // In place of an older state.
  list.put(long(4))
  expect(numbersOf(list.all.value)).toEqual([1, 2, 3, 4])
  for (const number of [5, 6]) list.put(createEntry(number))
  expect(numbersOf(list.all.value)).toEqual([2, 3, 4, 5, 6])
  list.put(long(7, { world: 'w2' }))
  expect(numbersOf(list.all.value)).toEqual([3, 4, 5, 6, 7])
  list.remove(({ world }) => world === 'w1')
  for (const number of [8, 9, 10]) list.put(long(number))
  expect(numbersOf(list.all.value)).toEqual([7, 8, 9, 10])
})

test('the oldest entries are dropped, also from the shown entries', () => {
  const list = new EntryList()
  list.filter.value = ({ number }) => number % 2 === 0
  for (let number = 1; number <= MAX_ENTRIES; number += 1) list.put(createEntry(number))
  expect(list.all.value.length).toBe(MAX_ENTRIES)
  list.put(createEntry(MAX_ENTRIES + 1))
  expect(list.all.value.length, 'a fiftieth is dropped at once').toBe(9800)
  expect(list.all.value.at(-1)?.number).toBe(MAX_ENTRIES + 1)
  expect(list.shown.value[0]?.number).toBe((list.all.value[0]?.number ?? 0) + ((list.all.value[0]?.number ?? 0) % 2))
})

test('a sandbox that was started again does not have the entries of before', () => {
  const list = new EntryList()
  list.put(createEntry(7))
  list.put(createEntry(1, { id: 'req_xyz_1' }))
  list.put(createEntry(2, { id: 'req_xyz_2' }))
  expect(list.all.value.map(({ id }) => id)).toEqual(['req_xyz_1', 'req_xyz_2'])
})

test('entries are removed', () => {
  const list = new EntryList()
  for (const number of [1, 2, 3]) list.put(createEntry(number, { world: number === 1 ? 'w2' : 'w1' }))
  list.remove(({ world }) => world === 'w2')
  expect(numbersOf(list.all.value)).toEqual([2, 3])
})
