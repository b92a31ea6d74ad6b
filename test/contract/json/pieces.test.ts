import { expect, test } from 'vitest'
import { renderJson } from '../../../src/contract/json/json.ts'
import { lengthOf, PIECE, renderPieces } from '../../../src/contract/json/pieces.ts'

const long = 'x'.repeat(PIECE)
/** Letters beyond U+FFFF. One of them is at the end of the text's first piece. */
const emoji = `a${'😀'.repeat(PIECE)}`

const VALUES: [title: string, value: unknown][] = [
  ['a short object', { id: 1, name: 'Rex' }],
  ['a long text', long.repeat(3)],
  ['letters with two halves', emoji],
  ['one letter at the end of the first piece', `${'x'.repeat(PIECE - 1)}😀${long}`],
  ['half a letter', `${long}\ud83d${long}`],
  ['characters that JSON escapes', '"\\\n\u0001'.repeat(PIECE)],
  ['a list of long items', [{ id: 1, name: long }, { id: 2, name: emoji }, null, 3, 'x', true]],
  ['a long list of short items', Array.from({ length: PIECE }, (_, id) => ({ id, name: `Rex ${id}` }))],
  ['large integers', [{ id: 9223372036854775807n, name: long }]],
  ['fields without a value', [{ id: undefined, name: long, tag: undefined }, { a: { b: [long], c: undefined } }, undefined]],
  ['empty lists and objects', [[], {}, { a: [] }, long, []]],
  ['an escaped name', { [`"${long}`]: 1, b: 2 }],
  ['a list in a list', [[[long]], [[[]]], long]],
]

test.each(VALUES)('the pieces of %s are its JSON text', (_title, value) => {
  const pieces = [...renderPieces(value)]
  expect(pieces.join('') === renderJson(value), 'the same text').toBe(true)
  expect(lengthOf(value)).toBeLessThanOrEqual(renderJson(value).length + 20 * JSON.stringify(Object.keys(value as object)).length)
  for (const piece of pieces) expect(piece.length).toBeLessThan(8 * PIECE)
})

test('the length of a text is counted without rendering it; only empty lists, escapes and long numbers are counted as shorter', () => {
  const value = [{ ab: 1, c: ['x', [2]], d: undefined }, 'yz', { e: { f: 'g' } }]
  expect(lengthOf(value)).toBe(renderJson(value).length)
  expect([[], {}, null, 12345, 'a"b', undefined].map((one) => lengthOf(one))).toEqual([1, 1, 1, 1, 5, 1])
})

test.each([
  [Array(10).fill('a'), 9, 13],
  [Array(10).fill('a'), 8, 9],
  [{ list: Array(10).fill('a'), b: 1 }, 9, 28],
  [{ list: Array(10).fill('a'), b: 1 }, 8, 24],
])('the counting of a list ends above the most that is asked for: %j, %i', (value, most, counted) => {
  expect(lengthOf(value, most)).toBe(counted)
})

test('pieces are about as long as they should be', () => {
  const lengths = [...renderPieces(Array(PIECE).fill('abc'))].map(({ length }) => length)
  expect(lengths.slice(0, -1).every((length) => length >= PIECE && length < PIECE + 10)).toBe(true)
  expect([...renderPieces(undefined)]).toEqual(['null'])
  expect([...renderPieces({ a: long, b: undefined })].join('')).toBe(`{"a":"${long}"}`)
  expect([...renderPieces([long, undefined])].join('')).toBe(`["${long}",null]`)
})
