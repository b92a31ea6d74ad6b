// Numbers of JSON text, exactly: JSON.parse reads each of them as a double.

/** 15 digits are always exact as a double. */
const SURE_LENGTH = 15

/** A longer integer stays a double: no message shows that many digits. */
const MAX_INTEGER_LENGTH = 60

/** A longer number is not looked into (RFC 8259 §9 allows such a limit). */
const MAX_LENGTH = 1000

/** Integers of any type that a contract can name are below this. A larger power, as 1e30, stays a double. */
const MAX_POWER = 2 ** 64

const PLUS = 43
const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
const CAPITAL_E = 69
const SMALL_E = 101
const REST = /[\d.eE+-]*/y

/** Where a number stands in valid JSON text. One of these serves for all numbers of a text: there can be half a million. */
export class JsonNumber {
  start = 0
  end = 0
  /** Where its first and its last digit other than 0 stand; -1 in a zero. */
  #first = -1
  #last = -1
  /** Where its decimal point stands, or where the digits end. */
  #point = 0
  #exponent = 0
  #isPower = false
  /** It is nothing but digits, with or without a minus. */
  #isPlain = true

  /** Finds the number that begins at an index. False when its double may not be exact. */
  find(text: string, start: number): boolean {
    const far = start + MAX_LENGTH
    let first = -1
    let last = -1
    let point = -1
    let at = start
    let code = text.charCodeAt(at)
    while (code <= NINE && code >= MINUS && at < far) {
      if (code > ZERO) {
        last = at
        if (first === -1) first = at
      } else if (code === POINT) point = at
      at += 1
      code = text.charCodeAt(at)
    }
    this.#first = first
    this.#last = last
    this.#point = point === -1 ? at : point
    this.#isPower = code === SMALL_E || code === CAPITAL_E
    this.#isPlain = point === -1 && !this.#isPower
    this.start = start
    this.end = this.#isPower ? this.#findExponent(text, at + 1, far) : at === far ? endOf(REST, text, at) : at
    return !this.#isPower && at - start <= SURE_LENGTH
  }

  /** Reads the exponent that begins at an index, and returns the index behind it. */
  #findExponent(text: string, start: number, far: number): number {
    let exponent = 0
    let at = start
    let code = text.charCodeAt(at)
    while (code <= NINE && code >= PLUS && code !== COMMA && at < far) {
      if (code >= ZERO) exponent = exponent * 10 + code - ZERO
      at += 1
      code = text.charCodeAt(at)
    }
    this.#exponent = text.charCodeAt(start) === MINUS ? -exponent : exponent
    return at === far ? endOf(REST, text, at) : at
  }

  /**
   * What the number says, given its double: that, or a bigint for an integer that is not safe as a double. Undefined for
   * what no double holds (1e400) and for a fraction that would become an integer (9007199254740993.5).
   */
  exact(text: string, double: number): number | bigint | undefined {
    if (!Number.isInteger(double)) return Number.isFinite(double) ? double : undefined
    const length = this.end - this.start
    const isSafe = Number.isSafeInteger(double)
    if (isSafe && double !== 0 && length <= SURE_LENGTH) return double
    if (length > MAX_LENGTH) return undefined
    if (this.#first === -1) return double
    if (this.#isPlain) return isSafe || length > MAX_INTEGER_LENGTH ? double : BigInt(text.slice(this.start, this.end))
    const power = this.#lastPower()
    if (power < 0 || double === 0) return undefined
    if (isSafe || Math.abs(double) >= MAX_POWER) return double
    // A double has room for the digits of 1e17: its zeros take up none of it.
    if (Math.abs(double) / 2 ** power <= Number.MAX_SAFE_INTEGER) return BigInt(double)
    const digits = this.#digits(text)
    const integer = BigInt(power === 0 ? digits : digits + '0'.repeat(power))
    return double < 0 ? -integer : integer
  }

  /** The power of ten that the last digit other than 0 counts: 3 for 15e3, 2 for 1.5e3. */
  #lastPower(): number {
    const place = this.#point - this.#last
    return (this.#isPower ? this.#exponent : 0) + (place > 0 ? place - 1 : place)
  }

  /** Its digits from the first to the last that is not 0, without the point. */
  #digits(text: string): string {
    const end = this.#last + 1
    if (this.#point <= this.#first || this.#point >= end) return text.slice(this.#first, end)
    return text.slice(this.#first, this.#point) + text.slice(this.#point + 1, end)
  }
}

/** An integer from its decimal digits: a number while that is safe, else a bigint. */
export function integerOf(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits)
}

/** The index behind what a pattern, sticky or global, matches next. */
export function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}
