// Finds what JSON.parse loses: the digits of long numbers, and names that are used twice in one object. Walks through the text
// beside the parsed value. JSON.parse has accepted the text, so this code does not check the syntax.

import { BOUNDS } from '../../ground/bounds.ts'
import { shorten } from '../../ground/cut.ts'
import { exactNumber } from './json-number.ts'

const BLANK = 32
const QUOTE = 34
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A word, or a number that is always exact as a double: at most 15 characters without an exponent. */
const SURE = /(?:true|false|null|[\d.-]{1,15})(?![\d.eE+-])/y
const NUMBER = /[\d.eE+-]+/y
const STRING_END = /(?<!\\)(?:\\\\)*"/g

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
export const makeExact = (text: string, value: unknown): unknown => new Walk(text).read(value)

class Walk {
  readonly #text: string
  #at = 0
  /** The path to the current value. */
  readonly #path: Key[] = []

  constructor(text: string) {
    this.#text = text
  }

  read(value: unknown): unknown {
    return this.#readValue(this.#peek(), value)
  }

  #readValue(code: number, value: unknown): unknown {
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) return this.#readContainer(code === OPEN_OBJECT ? new Set() : undefined, value)
    return this.#skipSure(code) ? value : this.#readNumber()
  }

  /** Reads an array, or an object, whose names are collected. */
  #readContainer(names: Set<string> | undefined, value: unknown): unknown {
    const path = this.#path
    if (path.length === BOUNDS.depth) throw this.#violation('deep', `it is nested more than ${BOUNDS.depth} levels deep`, this.#at)
    for (let index = 0; this.#next(); index += 1) {
      const key = names ? this.#readName(names, value) : index
      const code = this.#peek()
      // Most values are sure. Their place in the parsed value need not be found.
      if (this.#skipSure(code)) continue
      path.push(key)
      this.#readItem(code, key, value)
      path.pop()
    }
    return value
  }

  #readItem(code: number, key: Key, container: unknown): void {
    // JSON.parse keeps one of two members with the same name, so the other one may not fit. An inherited name such as __proto__ must not
    // be followed.
    if (isContainer(container) && Object.hasOwn(container, key)) container[key] = this.#readValue(code, container[key])
    else this.#readValue(code, undefined)
  }

  #readNumber(): number | bigint {
    const start = this.#at
    this.#at = endOf(NUMBER, this.#text, start)
    const source = this.#text.slice(start, this.#at)
    const exact = exactNumber(source)
    if (exact !== undefined) return exact
    const double = Number(source)
    const reason = Number.isFinite(double) ? `use fewer digits, or ${double}` : 'it is too large'
    throw this.#violation('inexact', `the number ${shorten(source)} cannot be read exactly: ${reason}`, start)
  }

  /** Moves behind the name that begins here and behind its colon. */
  #readName(names: Set<string>, container: unknown): string {
    const start = this.#at
    this.#skipString()
    const written = this.#text.slice(start, this.#at)
    const isEscaped = written.includes('\\')
    const name = isEscaped ? String(JSON.parse(written)) : written.slice(1, -1)
    // A bug of V8 13.6: JSON.parse may return a wrong key for a name with an escape. A wrong key must not be stored, so the body is refused.
    if (isEscaped && isContainer(container) && !Object.hasOwn(container, name))
      throw new SyntaxError(`the name ${shorten(written)} has an escape and was read wrong: write its letters as they are`)
    if (names.has(name)) {
      this.#path.push(name)
      throw this.#violation('duplicate', `the name ${JSON.stringify(shorten(name))} is used twice in one object`, start)
    }
    names.add(name)
    this.#peek()
    this.#at += 1
    return name
  }

  /** Moves to the next character that is not a blank, and returns its code. */
  #peek(): number {
    const text = this.#text
    let at = this.#at
    while (text.charCodeAt(at) <= BLANK) at += 1
    this.#at = at
    return text.charCodeAt(at)
  }

  /** Moves from the opening bracket, or from the end of an item, to the next item. After the last item, moves behind the container. */
  #next(): boolean {
    const isOver = isClosing(this.#peek())
    this.#at += 1
    if (isOver) return false
    // An item must follow a comma, so a container can be empty only directly after its opening bracket.
    const isEmpty = isClosing(this.#peek())
    if (isEmpty) this.#at += 1
    return !isEmpty
  }

  /** Moves behind the text, word or number that begins here. Returns false and does not move before anything else. */
  #skipSure(code: number): boolean {
    if (code === QUOTE) this.#skipString()
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) return false
    else {
      const end = endOf(SURE, this.#text, this.#at)
      if (end === 0) return false
      this.#at = end
    }
    return true
  }

  #skipString(): void {
    const first = this.#at + 1
    const quote = this.#text.indexOf('"', first)
    // A quotation mark after an even number of backslashes ends the text, so the backslashes must be counted.
    this.#at = this.#text.charCodeAt(quote - 1) === BACKSLASH ? endOf(STRING_END, this.#text, first) : quote + 1
  }

  /** The message ends with "(line 1 column 9)", in the words of JSON.parse. */
  #violation(kind: JsonViolation['kind'], reason: string, at: number): JsonViolation {
    const lines = this.#text.slice(0, at).split('\n')
    return new JsonViolation(kind, `${reason} (line ${lines.length} column ${(lines.at(-1) ?? '').length + 1})`, [...this.#path])
  }
}

const isClosing = (code: number) => code === CLOSE_ARRAY || code === CLOSE_OBJECT

const isContainer = (value: unknown): value is Record<Key, unknown> => typeof value === 'object' && value !== null

/** The index behind the next match of a pattern, which is sticky or global; 0 when there is no match. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}
