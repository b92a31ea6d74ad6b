// A cursor over JSON text that is known to be valid. It finds where names and values begin and end, and checks nothing.
// JavaScript takes about five times as long per character as JSON.parse, so long runs are left to native code.

import { SURE_LENGTH } from './json-number.ts'

const BLANK = 32
const QUOTE = 34
const MINUS = 45
const NINE = 57
const CAPITAL_E = 69
const BACKSLASH = 92
const SMALL_E = 101
const SMALL_F = 102
const SMALL_N = 110
const SMALL_T = 116
export const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
export const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const LONG_RUN = 24
const BLANKS = /\s*/y
const NUMBER = /[\d.eE+-]*/y
const STRING_END = /(?<!\\)(?:\\\\)*"/g

export class JsonCursor {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Moves to the next character that is not a blank, and returns its code. */
  peek(): number {
    const { text } = this
    const long = this.at + LONG_RUN
    let { at } = this
    let code = text.charCodeAt(at)
    while (code <= BLANK) {
      at = at === long ? endOf(BLANKS, text, at) : at + 1
      code = text.charCodeAt(at)
    }
    this.at = at
    return code
  }

  /**
   * Moves from the opening bracket, or from the end of an item, to the next item. When there is no next item, moves
   * behind the container and returns false.
   */
  nextItem(): boolean {
    const code = this.peek()
    this.at += 1
    if (isClosing(code)) return false
    // An item must follow a comma, so a container can be empty only directly after its opening bracket.
    const isEmpty = isClosing(this.peek())
    if (isEmpty) this.at += 1
    return !isEmpty
  }

  /** Moves behind the name that begins here and behind its colon. Returns the index behind the name's quotation marks. */
  skipName(): number {
    this.#skipString()
    const end = this.at
    this.peek()
    this.at += 1
    return end
  }

  /** Moves behind the text, word or number that begins here. Returns false for a number whose double may not be exact. */
  skipScalar(): boolean {
    const code = this.text.charCodeAt(this.at)
    if (code === QUOTE) this.#skipString()
    else if (code === SMALL_T || code === SMALL_N) this.at += 4
    else if (code === SMALL_F) this.at += 5
    else return this.#skipNumber()
    return true
  }

  #skipNumber(): boolean {
    const { text, at: start } = this
    let at = start
    let code = text.charCodeAt(at)
    while (code <= NINE && code >= MINUS && at - start <= SURE_LENGTH) {
      at += 1
      code = text.charCodeAt(at)
    }
    const isSure = at - start <= SURE_LENGTH && code !== SMALL_E && code !== CAPITAL_E
    this.at = isSure ? at : endOf(NUMBER, text, at)
    return isSure
  }

  /** The name from `start` to `end`, which are the places of its quotation marks. */
  readName(start: number, end: number): string {
    const name = this.text.slice(start + 1, end - 1)
    return name.includes('\\') ? String(JSON.parse(this.text.slice(start, end))) : name
  }

  #skipString(): void {
    const first = this.at + 1
    const quote = this.text.indexOf('"', first)
    // A quotation mark after an even number of backslashes ends the text, so the backslashes must be counted.
    this.at = this.text.charCodeAt(quote - 1) === BACKSLASH ? endOf(STRING_END, this.text, first) : quote + 1
  }
}

const isClosing = (code: number) => code === CLOSE_ARRAY || code === CLOSE_OBJECT

/** The index behind the next match of a pattern. The pattern must be sticky or global. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}
