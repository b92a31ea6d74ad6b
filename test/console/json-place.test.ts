import { expect, test } from 'vitest'
import { findPlace } from '../../src/console/json-place.ts'

test.each([
  '{"id":9223372036854775807,"tags":[],"more":{},"deep":[1,-0.5e+3,[true,false,null]]}',
  '[]',
  '"a\\u00e9\\n"',
  ' { "a" : 1 } ',
  `${'['.repeat(15_000)}1${']'.repeat(15_000)}`,
])('%.30s is JSON', (text) => {
  expect(findPlace(text)).toBeUndefined()
})

test.each([
  ['{"name":"Rex","categoryId":}', 27, 'line 1, column 28: expected a value'],
  ['{"name":"Rex",}', 14, 'line 1, column 15: expected a name'],
  ['{\n "a":}', 7, 'line 2, column 6: expected a value'],
  ['[1,2', 4, 'line 1, column 5: expected a comma or ]'],
  ['{"a" 1}', 5, 'line 1, column 6: expected a colon'],
  ['{a:1}', 1, 'line 1, column 2: expected a name or }'],
  ['[1 2]', 3, 'line 1, column 4: expected a comma or ]'],
  ['[{"a":[]} 2]', 10, 'line 1, column 11: expected a comma or ]'],
  ['{} {}', 3, 'line 1, column 4: expected the end'],
  ['"a\nb"', 0, 'line 1, column 1: this string has no end, or a character that must be escaped'],
  ['01', 1, 'line 1, column 2: expected the end'],
  ['[1,]', 3, 'line 1, column 4: expected a value'],
  ['{"a":1]', 6, 'line 1, column 7: expected a comma or }'],
  ['[}', 1, 'line 1, column 2: expected a value or ]'],
  ['', 0, 'line 1, column 1: expected a value'],
  ['nul', 0, 'line 1, column 1: expected a value'],
])('%j stops being JSON at %i', (text, at, message) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(findPlace(text)).toEqual({ at, message })
})
