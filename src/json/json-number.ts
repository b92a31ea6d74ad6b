// The exact values of numbers in JSON text. JSON.parse reads every number as a double.

/** A number with 15 digits is always exact as a double. */
const SURE_LENGTH = 15

/** A longer integer stays a double, because no message shows that many digits. */
const MAX_INTEGER_LENGTH = 60

/** A longer number is not examined (RFC 8259 §9 allows such a limit). */
const MAX_LENGTH = 1000

/** Every integer type of a contract has smaller values than this. A larger power such as 1e30 stays a double. */
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

/** The place of a number in valid JSON text. One object serves for all numbers of a text, because there can be half a million numbers. */
export class JsonNumber {
  start = 0
  end = 0
  /** The places of the first and the last digit other than 0; -1 when the number is zero. */
  #first = -1
  #last = -1
  /** The place of the decimal point, or the end of the digits when there is no point. */
  #point = 0
  #exponent = 0
  #isPower = false
  /** True when the number is only digits, with or without a minus. */
  #isPlain = true

  /** Finds the number that begins at an index. Returns false when its double may not be exact. */
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

  /** Reads the exponent that begins at an index. Returns the index behind the exponent. */
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
   * The exact value of the number, which JSON.parse read as `double`. A bigint when the integer is not safe as a double.
   * Undefined for a number that is too large for a double (1e400), and for a fraction that would become an integer
   * (9007199254740993.5).
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
    // A double holds the digits of 1e17 exactly, because its zeros need no room.
    if (Math.abs(double) / 2 ** power <= Number.MAX_SAFE_INTEGER) return BigInt(double)
    const digits = this.#digits(text)
    const integer = BigInt(power === 0 ? digits : digits + '0'.repeat(power))
    return double < 0 ? -integer : integer
  }

  /** The power of ten of the last digit other than 0: 3 for 15e3, 2 for 1.5e3. */
  #lastPower(): number {
    const place = this.#point - this.#last
    return (this.#isPower ? this.#exponent : 0) + (place > 0 ? place - 1 : place)
  }

  /** The digits from the first to the last digit other than 0, without the point. */
  #digits(text: string): string {
    const end = this.#last + 1
    if (this.#point <= this.#first || this.#point >= end) return text.slice(this.#first, end)
    return text.slice(this.#first, this.#point) + text.slice(this.#point + 1, end)
  }
}

/** An integer from its decimal digits: a number if that is safe, otherwise a bigint. */
export function integerOf(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits)
}

/** The index behind the next match of a pattern. The pattern must be sticky or global. */
export function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}
