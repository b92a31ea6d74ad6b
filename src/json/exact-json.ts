// Finds what JSON.parse loses: the digits of long numbers, and names that are used twice in one object. Walks through the text
// and the parsed value at the same time. JSON.parse has accepted the text, so this code does not check the syntax.

import { BOUNDS } from '../exchange/bounds.ts'
import { JsonCursor, OPEN_ARRAY, OPEN_OBJECT } from './json-cursor.ts'
import { exactNumber } from './json-number.ts'

const MAX_SHOWN = 40

type Key = string | number

/**
 * A fault in valid JSON: the value cannot be read exactly as written. `path` is the path to the place, for example
 * `['tags', 0, 'size']`.
 */
export class JsonViolation extends SyntaxError {
  override readonly name = 'JsonViolation'
  readonly kind: 'inexact' | 'duplicate' | 'deep'
  readonly path: readonly Key[]

  constructor(kind: JsonViolation['kind'], message: string, path: readonly Key[]) {
    super(message)
    this.kind = kind
    this.path = path
  }
}

/** Puts the exact integers into the parsed value of a text, and returns the value. Throws a JsonViolation. */
export const makeExact = (text: string, value: unknown): unknown => new Walk(text).readValue(value)

class Walk {
  readonly #cursor: JsonCursor
  /** The path to the current container. */
  readonly #path: Key[] = []

  constructor(text: string) {
    this.#cursor = new JsonCursor(text)
  }

  readValue(value: unknown): unknown {
    const code = this.#cursor.peek()
    const start = this.#cursor.at
    if (isOpening(code)) this.#readContainer(code, value)
    else if (!this.#cursor.skipScalar()) return this.#exact(start, value)
    return value
  }

  #readContainer(code: number, value: unknown): void {
    if (this.#path.length === BOUNDS.depth) throw tooDeep(this.#cursor, this.#path)
    if (code === OPEN_ARRAY && Array.isArray(value)) this.#readArray(value)
    else if (code === OPEN_OBJECT && isRecord(value)) this.#readObject(value)
    else throw findDuplicate(this.#cursor.text)
  }

  #readArray(items: unknown[]): void {
    const cursor = this.#cursor
    for (let index = 0; cursor.nextItem(); index += 1) {
      const code = cursor.peek()
      const start = cursor.at
      if (isOpening(code)) this.#readInside(index, code, items[index])
      else if (!cursor.skipScalar()) items[index] = this.#exact(start, items[index], index)
    }
  }

  #readObject(object: Record<string, unknown>): void {
    const cursor = this.#cursor
    let names = 0
    for (; cursor.nextItem(); names += 1) {
      const nameAt = cursor.at
      const nameEnd = cursor.skipName()
      const code = cursor.peek()
      const start = cursor.at
      // Names of texts, words and short numbers need not be read. These are most names.
      const isInside = isOpening(code)
      if (!isInside && cursor.skipScalar()) continue
      const name = cursor.readName(nameAt, nameEnd)
      // Without a duplicate the object has all its names itself. An inherited name such as __proto__ must not be followed.
      if (!Object.hasOwn(object, name)) throw findDuplicate(cursor.text)
      if (isInside) this.#readInside(name, code, object[name])
      else object[name] = this.#exact(start, object[name], name)
    }
    // JSON.parse keeps one of two members with the same name.
    if (names !== Object.keys(object).length) throw findDuplicate(cursor.text)
  }

  #readInside(key: Key, code: number, value: unknown): void {
    this.#path.push(key)
    this.#readContainer(code, value)
    this.#path.pop()
  }

  /** The exact value of the number that began at `start` and ends here. */
  #exact(start: number, double: unknown, key?: Key): number | bigint {
    const { text, at } = this.#cursor
    if (typeof double !== 'number') throw findDuplicate(text)
    const source = text.slice(start, at)
    const exact = exactNumber(source, double)
    if (exact !== undefined) return exact
    const reason = Number.isFinite(double) ? `use fewer digits, or ${double}` : 'it is too large'
    const message = `the number ${shorten(source)} cannot be read exactly: ${reason} ${placeOf(text, start)}`
    throw new JsonViolation('inexact', message, key === undefined ? [] : [...this.#path, key])
  }
}

const isOpening = (code: number) => code === OPEN_ARRAY || code === OPEN_OBJECT

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const tooDeep = ({ text, at }: JsonCursor, path: readonly Key[]) =>
  new JsonViolation('deep', `it is nested more than ${BOUNDS.depth} levels deep ${placeOf(text, at)}`, path)

/** "(line 1 column 9)", in the words of JSON.parse. */
function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n')
  return `(line ${lines.length} column ${(lines.at(-1) ?? '').length + 1})`
}

/** The fault of a text that surely holds a name twice in one object. */
function findDuplicate(text: string): unknown {
  try {
    seekDuplicate(new JsonCursor(text), [])
  } catch (fault) {
    return fault
  }
  // V8 13.6 reads {"a":{},"\n":1} as {"a":{},"\\":1} when an earlier text had a name of one backslash at the same place.
  return new SyntaxError('a name with an escape was read wrong')
}

/** Throws at the first name that is used twice in one object. */
function seekDuplicate(cursor: JsonCursor, path: Key[]): void {
  const code = cursor.peek()
  if (!isOpening(code)) return void cursor.skipScalar()
  if (path.length === BOUNDS.depth) throw tooDeep(cursor, path)
  const names = new Set<string>()
  for (let index = 0; cursor.nextItem(); index += 1) {
    path.push(code === OPEN_ARRAY ? index : readNewName(cursor, names, path))
    seekDuplicate(cursor, path)
    path.pop()
  }
}

function readNewName(cursor: JsonCursor, names: Set<string>, path: readonly Key[]): string {
  const start = cursor.at
  const name = cursor.readName(start, cursor.skipName())
  if (names.has(name)) {
    const message = `the name ${JSON.stringify(shorten(name))} is used twice in one object ${placeOf(cursor.text, start)}`
    throw new JsonViolation('duplicate', message, [...path, name])
  }
  names.add(name)
  return name
}

const shorten = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text)
