// The marks in the headers of requests: which there are, and who alone sends them.

import { expect, test } from 'vitest'
import { counterOf, isId, type Mark, Marks } from '../../src/report/marks.ts'
import { createEntry } from '../console/entries.ts'

const withHeaders = (...headers: string[]) => createEntry(1, { request: { ...createEntry(1).request, headers } })

test('headers that every client sends are no marks', () => {
  const marks = new Marks()
  expect(
    marks.see(withHeaders('Host', 'a', 'User-Agent', 'b', 'ACCEPT', '*/*', 'Sandbox-Case', '"x"', 'Prefer', 'code=1'), () => 'a'),
  ).toBeUndefined()
  expect(marks.see(withHeaders('Host', 'a', 'X-Try', '1'), () => 'a')).toEqual([['x-try', '1']])
  expect(marks.see(withHeaders(), () => 'a')).toBeUndefined()
})

test('six marks of a request are read, and no long values', () => {
  const many = Array.from({ length: 8 }, (_, index) => [`X-${index}`, String(index)]).flat()
  expect(
    new Marks().see(withHeaders('X-Long', 'x'.repeat(201), 'X-Full', 'x'.repeat(200), ...many), () => 'a')?.map(([name]) => name),
  ).toEqual([...['x-full', 'x-0', 'x-1', 'x-2', 'x-3', 'x-4']])
})

test('a value is alone until another call sends it, and for ever after it is not', () => {
  const marks = new Marks()
  const mark: Mark = ['x-id', 'v']
  const send = (call: string) => marks.see(withHeaders('X-Id', 'v'), () => call)
  send('a')
  send('a')
  expect([marks.isAlone(mark, 'a'), marks.isAlone(mark, 'b'), marks.isAlone(['x-id', 'w'], 'a')]).toEqual([true, false, false])
  send('b')
  send('a')
  expect([marks.isAlone(mark, 'a'), marks.isAlone(mark, 'b')]).toEqual([false, false])
})

test('1,000 values are remembered, and the oldest goes first', () => {
  const marks = new Marks()
  for (let index = 0; index < 1000; index += 1) marks.see(withHeaders('X-Id', String(index)), () => 'a')
  marks.see(withHeaders('X-Id', '999'), () => 'a')
  expect(marks.isAlone(['x-id', '0'], 'a')).toBe(true)
  marks.see(withHeaders('X-Id', 'new'), () => 'a')
  expect(['0', '1', '999', 'new'].map((value) => marks.isAlone(['x-id', value], 'a'))).toEqual([false, true, true, true])
})

test('of 501 names the last is read as well', () => {
  const marks = new Marks()
  for (let index = 0; index < 502; index += 1) expect(marks.see(withHeaders(`X-${index}`, '1'), () => 'a')).toEqual([[`x-${index}`, '1']])
  expect(marks.see(withHeaders('X-501', '2'), () => 'a')).toEqual([['x-501', '2']])
})

test('of a traceparent only the trace is shared', () => {
  expect(new Marks().see(withHeaders('traceparent', '00-abc-def-01', 'X-Trace', 'a-b'), () => 'a')).toEqual([
    ['traceparent', 'abc'],
    ['x-trace', 'a-b'],
  ])
  expect(new Marks().see(withHeaders('traceparent', 'odd'), () => 'a')).toEqual([['traceparent', 'odd']])
})

test.each<[string, string, boolean]>([
  ['idempotency-key', 'a', true],
  ['x-request-id', '1', true],
  ['x-requestid', '1', true],
  ['x-correlation', '1', true],
  ['x-request-id', '', false],
  ['x-client', 'web', false],
  ['x-client', 'abcdefghijklmnop', false],
  ['x-client', '1234567890123456', false],
  ['x-client', 'abcdefghijklmn1', false],
  ['x-client', 'abcdefghijklmno1', true],
  ['x-client', 'abcdefghijklmno1 ', false],
])('%s: %s is an id: %s', (name, value, expected) => {
  expect(isId([name, value])).toBe(expected)
})

test.each<[string, number | undefined]>([
  ['2', 2],
  [' 2 ', 2],
  ['999', 999],
  ['1000', undefined],
  ['attempt=2; max=3', 2],
  ['attempt: 4', 4],
  ['2/5', 2],
  ['2,5', 2],
  ['2 of 5', undefined],
  ['v2', undefined],
  ['', undefined],
])('%j counts %s', (value, expected) => {
  expect(counterOf(['x', value])).toBe(expected)
})
