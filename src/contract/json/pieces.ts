// JSON text in pieces, for values whose whole text would be too long for memory. A list is rendered item by item, and a
// long text inside an item part by part.

import { isObject, renderJson } from './json.ts'

/** The length of a piece in UTF-16 code units. A longer text is never rendered at once. */
export const PIECE = 64 * 1024

/** A lower bound for the length of a value's JSON text, counted without rendering. Above `most`, the counting of a list stops. */
export function lengthOf(value: unknown, most = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 1
  let length = 1
  if (Array.isArray(value))
    for (const item of value) {
      length += lengthOf(item) + 1
      if (length > most) return length
    }
  else
    for (const name in value) {
      const field = (value as Record<string, unknown>)[name]
      if (field !== undefined) length += name.length + 4 + lengthOf(field, most)
    }
  return length
}

/** The JSON text of a value, in pieces of about the same length. */
export const renderPieces = (value: unknown): Generator<string> => joinPieces(renderParts(value))

export function* joinPieces(parts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** The JSON text of a value in parts. No part is much longer than a piece. */
function* renderParts(value: unknown): Generator<string> {
  if (lengthOf(value, PIECE) <= PIECE) yield renderJson(value) ?? 'null'
  else if (typeof value === 'string') yield* renderText(value)
  else if (Array.isArray(value)) yield* renderList(value)
  else if (isObject(value)) yield* renderObject(value)
}

function* renderList(items: readonly unknown[]): Generator<string> {
  let before = '['
  for (const item of items) {
    yield before
    yield* renderParts(item)
    before = ','
  }
  yield ']'
}

function* renderObject(value: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{'
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    yield `${before}${renderJson(name)}:`
    yield* renderParts(field)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* renderText(text: string): Generator<string> {
  yield '"'
  for (let from = 0; from < text.length; ) {
    const end = from + PIECE
    // The two halves of a character beyond U+FFFF must stay together.
    const to = isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end
    yield renderJson(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

const isFirstHalf = (unit: number) => unit >= 0xd800 && unit < 0xdc00
