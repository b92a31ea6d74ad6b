// Numbers for people.

import { expect, test } from 'vitest'
import { count, listSome, showMs, showPercent } from '../../src/ground/numbers.ts'

test.each<[args: Parameters<typeof count>, text: string]>([
  [[0, 'call'], '0 calls'],
  [[1, 'call'], '1 call'],
  [[2, 'call'], '2 calls'],
  [[0.2, 'second'], '0.2 seconds'],
  [[1000, 'byte'], '1,000 bytes'],
  [[1, 'try', 'tries'], '1 try'],
  [[3, 'try', 'tries'], '3 tries'],
])('%j is %s', (args, text) => {
  expect(count(...args)).toBe(text)
})

test.each([
  [-1, '0 ms'],
  [5.24, '5.2 ms'],
  [9.96, '10 ms'],
  [80.4, '80 ms'],
  [99.9, '100 ms'],
  [100, '0.1 s'],
  [9994, '9.99 s'],
  [12_360, '12.4 s'],
])('%d milliseconds are shown as %s', (ms, text) => {
  expect(showMs(ms)).toBe(text)
})

test('100 % means all', () => {
  expect([100, 99.99, 0.05].map(showPercent)).toEqual(['100 %', '99.9 %', '0 %'])
})

test('a long list names the first ones, and counts the others', () => {
  const names = ['a', 'b', 'c', 'd']
  expect([4, 3, 1].map((most) => listSome(names, most))).toEqual(['a, b, c, d', 'a, b, c and 1 more', 'a and 3 more'])
})
