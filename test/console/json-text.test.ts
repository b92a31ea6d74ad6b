import { expect, test } from 'vitest'
import { describePlace, formatJson } from '../../src/console/json-text.ts'

test.each([
  '{"id":9223372036854775807,"tags":[],"more":{},"deep":[1,-0.5e+3,[true,false,null]]}',
  '[]',
  '"a\\u00e9\\n"',
  ' { "a" : 1 } ',
  '123456789012345678901234567890.10',
])('%s is pretty without losing a digit', (text) => {
  const { pretty } = formatJson(text)
  expect(pretty?.replaceAll(/\s(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '')).toBe(text.replaceAll(' ', ''))
  expect(JSON.parse(pretty ?? '')).toEqual(JSON.parse(text))
})

test('pretty JSON is what JSON.stringify makes of it', () => {
  const value = { a: [1, { b: [] }], c: {}, d: 'x: [y], {z}' }
  expect(formatJson(JSON.stringify(value)).pretty).toBe(JSON.stringify(value, undefined, 2))
})

test.each([
  ['{"name":"Rex","categoryId":}', 27, 'a value'],
  ['{"name":"Rex",}', 14, 'a name'],
  ['[1,2', 4, 'ends'],
  ['{"a" 1}', 5, 'a colon'],
  ['{a:1}', 1, 'a name'],
  ['[1 2]', 3, 'a comma'],
  ['{} {}', 3, 'nothing more'],
  ['"a\nb"', 0, 'no closing quotation mark'],
  ['01', 1, 'nothing more'],
  ['[1,]', 3, 'a value'],
  ['{"a":1]', 6, 'a comma'],
  ['', 0, 'ends'],
  ['nul', 0, 'a value'],
])('%j stops being JSON at %i', (text, at, message) => {
  expect(() => JSON.parse(text)).toThrow()
  const { fault, pretty } = formatJson(text)
  expect(fault?.at).toBe(at)
  expect(fault?.message).toContain(message)
  expect(pretty).toBeUndefined()
})

test('a place is written as line and column', () => {
  expect(describePlace('{\n "a":}', 6)).toBe('line 2, column 5')
})

test('very deep JSON is formatted without filling the memory', () => {
  const text = '['.repeat(15_000) + 1 + ']'.repeat(15_000)
  expect(formatJson(text).pretty?.length).toBeLessThan(30_000 * 110)
})
