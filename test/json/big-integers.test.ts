// Integers above 2^53 in texts of clients, among other text.

import { expect, test } from 'vitest'
import { findIntegers } from '../../src/json/big-integers.ts'

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
