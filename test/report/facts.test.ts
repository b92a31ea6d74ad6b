// What the rules know of an exchange: how the call failed, and who ended it.

import { expect, test } from 'vitest'
import type { Exchange } from '../../src/exchange/exchange.ts'
import type { Caller } from '../../src/report/callers.ts'
import { callOf, elapsed, endedBy, headerOf, keyOf, readFacts, replyHeaderOf } from '../../src/report/facts.ts'
import { createEntry } from '../console/entries.ts'

const read = (change: Partial<Exchange>) => readFacts(createEntry(1, change), {} as Caller, undefined)
const reply = (status: number) => ({ status, headers: {}, body: { text: '', bytes: 0 } })

test.each<[string, string | undefined, string]>([
  ['reset', 'fault', 'sandbox'],
  ['closed', 'fault', 'sandbox'],
  ['half-request', 'fault', 'sandbox'],
  ['hang', 'fault', 'client'],
  ['truncated', 'fault', 'sandbox'],
  ['stall', 'fault', 'client'],
  ['malformed', 'fault', 'client'],
  ['empty-body', 'fault', 'client'],
  ['trickle', undefined, 'client'],
])('a reply that is broken by %s is a failure: %s, and the %s ended it', (fault, failure, by) => {
  expect(read({ fault }).failure).toBe(failure)
  expect(endedBy(createEntry(1, { fault, delivered: 'part' }))).toBe(by)
  expect(endedBy(createEntry(1, { fault, delivered: 'whole' }))).toBeUndefined()
})

test.each<[number, string | undefined]>([
  [200, undefined],
  [399, undefined],
  [400, 'refused'],
  [404, 'refused'],
  [408, 'server'],
  [428, 'refused'],
  [429, 'limited'],
  [499, 'refused'],
  [500, 'server'],
  [503, 'unavailable'],
  [504, 'server'],
])('%i is %s', (status, failure) => {
  expect(read({ reply: reply(status) })).toMatchObject({ status, failure })
  // A status that the author of the test expected is nobody's mistake; below 400 there is none.
  const expecting = (expect: number[]) => read({ reply: reply(status), testCase: { name: 'a', expect } }).isExpected
  expect([expecting([status]), expecting([418]), read({ reply: reply(status) }).isExpected]).toEqual([status >= 400, false, false])
})

test('a reply of which nothing came, or only a part, is a fault', () => {
  expect(read({ delivered: 'none' })).toMatchObject({ status: 0, failure: 'fault' })
  expect(read({ delivered: 'part' })).toMatchObject({ status: 200, failure: 'fault' })
  // Half of an error is still the error.
  expect(read({ delivered: 'part', reply: reply(503) })).toMatchObject({ status: 503, failure: 'unavailable' })
  expect(read({ delivered: 'none', answeredBy: 'gone' }).failure).toBeUndefined()
  expect([endedBy(createEntry(1, { delivered: 'part' })), endedBy(createEntry(1))]).toEqual(['client', undefined])
})

test('headers are found in any case', () => {
  expect(headerOf(['Host', 'a', 'X-Try', '1', 'x-try', '2'], 'x-try')).toBe('1')
  expect(headerOf(['x-tryy', '1', 'a', 'x-try'], 'x-try')).toBeUndefined()
  const entry = createEntry(1, { reply: { ...reply(200), headers: { Date: 'a', 'Retry-After': '5' } } })
  expect([replyHeaderOf(entry, 'retry-after'), replyHeaderOf(entry, 'retry-afteR'), replyHeaderOf(entry, 'date')]).toEqual([
    '5',
    undefined,
    'a',
  ])
  const { reply: _none, ...without } = createEntry(1)
  expect(replyHeaderOf(without as Exchange, 'date')).toBeUndefined()
})

test('between two moments counts the longer of real and world time', () => {
  const at = (monotonic: number, world: number) => ({ real: 0, monotonic, world })
  expect([elapsed(at(0, 0), at(5, 9)), elapsed(at(0, 0), at(9, 5)), elapsed(at(1, 10), at(2, 5))]).toEqual([9, 9, 1])
})

test('calls are told apart by method, path and query; a long one by its hash', () => {
  expect(callOf(createEntry(1))).toBe('GET /v1/pets?')
  expect(keyOf('x'.repeat(300))).toBe('x'.repeat(300))
  expect(keyOf('x'.repeat(301))).toMatch(/^[\w+/]{43}=$/)
  expect(keyOf('x'.repeat(301))).not.toBe(keyOf('x'.repeat(302)))
})
