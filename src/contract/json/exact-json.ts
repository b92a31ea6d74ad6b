// Finds what JSON.parse loses: the digits of long numbers, and names that are used twice in one object. Walks through the text
// beside the parsed value. JSON.parse has accepted the text, so its syntax is not checked.

import { BOUNDS } from '../../ground/bounds.ts'
import { shorten } from '../../ground/words.ts'

const NUMBER = /[\d.eE+-]+/y
/** A number that is always exact as a double. */
const SURE = /^[\d.-]{1,15}$/
const STRING_END = /(?<!\\)(?:\\\\)*"/g

type Key = string | number

/** An array or an object whose end is still to come. */
interface Container {
  readonly value: unknown
  /** The names of an object so far. An array has none. */
  readonly names?: Set<string>
  /** The name or the index of the current item. */
  key: Key
}

/** Valid JSON that cannot be read exactly as written. */
export class JsonViolation extends SyntaxError {
  override readonly name = 'JsonViolation'
}

/** Puts the exact integers into the parsed value of a text, and returns the value. Throws a JsonViolation. */
export function makeExact(text: string, value: unknown): unknown {
  const whole = { value }
  const open: Container[] = [{ value: whole, key: 'value' }]
  const violation = (reason: string, at: number) => new JsonViolation(reason + describePlace(text, at))
  let inside = open[0] as Container
  let isName = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string
    if (letter === '"') {
      const end = endOfString(text, at)
      if (isName && !readName(inside, text.slice(at, end)))
        throw violation(`the name ${JSON.stringify(shorten(String(inside.key)))} is used twice in one object`, at)
      isName = false
      at = end - 1
    } else if (letter === ',') {
      isName = inside.names !== undefined
      if (!isName) inside.key = Number(inside.key) + 1
    } else if (letter === ']' || letter === '}') {
      open.pop()
      inside = open.at(-1) as Container
    } else if (letter === '[' || letter === '{') {
      if (open.length > BOUNDS.depth) throw violation(`it is nested more than ${BOUNDS.depth} levels deep`, at)
      isName = letter === '{'
      inside = { value: findItem(inside), key: 0, ...(isName && { names: new Set<string>() }) }
      open.push(inside)
    } else if (letter === '-' || (letter >= '0' && letter <= '9')) {
      const source = text.slice(at, endOfMatch(NUMBER, text, at))
      if (!SURE.test(source) && !readNumber(inside, source)) throw violation(describeInexact(source), at)
      at += source.length - 1
    }
  }
  return whole.value
}

/** Returns false for a name that the object has already. */
function readName(object: Container, written: string): boolean {
  const isEscaped = written.includes('\\')
  const name = isEscaped ? String(JSON.parse(written)) : written.slice(1, -1)
  object.key = name
  // A bug of V8 13.6: JSON.parse may return a wrong key for a name with an escape. A wrong key must not be stored.
  if (isEscaped && isContainer(object.value) && !Object.hasOwn(object.value, name))
    throw new SyntaxError(`the name ${shorten(written)} has an escape and was read wrong: write its letters as they are`)
  const isNew = object.names?.has(name) === false
  object.names?.add(name)
  return isNew
}

/** Stores a number in its place. Returns false when it cannot be read exactly. */
function readNumber(inside: Container, source: string): boolean {
  const exact = exactNumber(source)
  if (findItem(inside) !== undefined) (inside.value as Record<Key, unknown>)[inside.key] = exact
  return exact !== undefined
}

function describeInexact(source: string): string {
  const double = Number(source)
  const remedy = Number.isFinite(double) ? `use fewer digits, or ${double}` : 'it is too large'
  return `the number ${shorten(source)} cannot be read exactly: ${remedy}`
}

/** In the words of JSON.parse. */
function describePlace(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return ` (line ${lines.length} column ${(lines.at(-1) ?? '').length + 1})`
}

/**
 * The parsed value of the current item. Of two members with the same name JSON.parse keeps the last, so the value may not fit the text.
 * Inherited names such as __proto__ are not followed.
 */
const findItem = ({ value, key }: Container): unknown => (isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined)

const isContainer = (value: unknown): value is Readonly<Record<Key, unknown>> => typeof value === 'object' && value !== null

/** The index behind the string that begins at a quotation mark. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1)
  // A quotation mark ends the string only after an even number of backslashes.
  return text[quote - 1] === '\\' ? endOfMatch(STRING_END, text, start + 1) : quote + 1
}

function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

/** A longer integer is refused (RFC 8259 §9 allows such a limit). */
const MAX_LENGTH = 1000

/** No integer type of a contract reaches this. */
const MAX_INTEGER = 2 ** 64
/** A larger integer is exact only in this form, so that a message shows what was sent. */
const SHOWN = /^-?\d{1,60}$/

/**
 * A bigint for an integer that is not safe as a double. Undefined for a number that is too large for a double (1e400), and for a
 * fraction that would become an integer (9007199254740993.5).
 */
export function exactNumber(source: string): number | bigint | undefined {
  const double = Number(source)
  if (!Number.isInteger(double)) return Number.isFinite(double) ? double : undefined
  if (source.length > MAX_LENGTH) return undefined
  if (Math.abs(double) >= MAX_INTEGER) return SHOWN.test(source) ? BigInt(source) : double
  const [, whole = '', fraction = '', exponent = '0'] = PARTS.exec(source) ?? []
  const digits = whole + fraction
  if (double === 0) return ZEROS.test(digits) ? double : undefined
  const isSafe = Number.isSafeInteger(double)
  const power = Number(exponent) - fraction.length
  if (power >= 0) return isSafe ? double : BigInt(digits + '0'.repeat(power))
  const divisor = 10n ** BigInt(-power)
  if (BigInt(digits) % divisor !== 0n) return undefined
  return isSafe ? double : BigInt(digits) / divisor
}

const PARTS = /^(-?\d+)(?:\.(\d+))?(?:[eE](.+))?$/
const ZEROS = /^-?0*$/
