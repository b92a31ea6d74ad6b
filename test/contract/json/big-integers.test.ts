// Integers above 2^53 in texts of clients, among other text.

import { expect, test } from 'vitest'
import { findIds, findIntegers, findInUrl, MAY_HAVE_BIG, MAY_HAVE_INTEGER, roundToDouble } from '../../../src/contract/json/big-integers.ts'

test.each<[string, string, string[]]>([
  ['a number', '{"id":9007199254740993}', ['9007199254740993']],
  ['a number in a string', '{"id":"9007199254740993"}', []],
  ['a number behind a string with quotation marks', '{"a":"\\"","id":9007199254740993}', ['9007199254740993']],
  ['a number in a string that does not close', '{"a":"9007199254740993', []],
  ['a lone backslash at the end', '["9007199254740993\\', []],
])('%s', (_title, text, found) => expect(findIntegers(text)).toEqual(found))

test('a string that does not close is read once', () => {
  const text = `"${'\\"'.repeat(500_000)}\n123456789012345`
  expect(findIntegers(text)).toEqual([])
})

test.each<[string, string[]]>([
  ['[9007199254740991, 9007199254740992, -9007199254740993]', ['9007199254740992', '-9007199254740993']],
  [
    '[9.007199254740993e15, 9007199254740993.0, 1e+17, 1E17, 10e-1]',
    ['9007199254740993', '9007199254740993', '100000000000000000', '100000000000000000'],
  ],
  ['[18446744073709551615, -18446744073709551615, 18446744073709551616, 1e20]', []],
  ['[18446744073709549568, -18446744073709549568]', ['18446744073709549568', '-18446744073709549568']],
  ['[123456789012345.5, 0.1234567890123456789, 9007199254740993.5]', []],
  ['{"9007199254740993":9007199254740995}', ['9007199254740995']],
  ['[12345678901234]', []],
])('the big integers of %s', (text, found) => expect(findIntegers(text)).toEqual(found))

test('the ids above 2^53 are the values of the fields id', () => {
  const text =
    '{"id":9007199254740993,"petId":9007199254740995,"id": 5,"id":  -9007199254740997,"id":99999999999999999999,"id":900719925474099}'
  expect(findIds(text)).toEqual(['9007199254740993', '-9007199254740997'])
  expect(findIds('{"name":"Rex"}')).toEqual([])
})

test.each<[string, string[]]>([
  ['/v1/pets/9007199254740993?after=-9007199254740995&x=9007199254740997.0', ['9007199254740993', '-9007199254740995', '9007199254740997']],
  ['/v1/pets/9007199254740991/a9007199254740993/9007199254740993a/1.9007199254740993/%209007199254740993', []],
  ['/v1/pets/7', []],
])('the big integers in %s', (target, found) => expect(findInUrl(target)).toEqual(found))

test('a short text is known not to have one', () => {
  expect(['123456789012345', '12345678901234', '1e15'].map((text) => MAY_HAVE_BIG.test(text))).toEqual([true, false, false])
  expect(['123456789012345', '12345678901234', '1e15', '1E+15', '1e9', '1e-5'].map((text) => MAY_HAVE_INTEGER.test(text))).toEqual([
    ...[true, false, true, true, false, false],
  ])
})

test('a program that reads a double has another integer', () => {
  expect(['9007199254740993', '-9007199254740993', '9007199254740994'].map(roundToDouble)).toEqual([
    ...['9007199254740992', '-9007199254740992', '9007199254740994'],
  ])
})
