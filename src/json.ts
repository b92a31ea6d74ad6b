// The one JSON codec, for bodies, stored worlds and fixtures. Integers beyond 2^53 are exact: a number while that
// is safe, a bigint where it is not. Duplicate names and bottomless nesting are refused.

const MAX_DEPTH = 100
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const LONG_NUMBER = /\d{16}|\d[eE]/

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Decodes UTF-8 (RFC 8259 §8.1) and throws a TypeError for bytes that are none. A byte order mark is dropped. */
export const decodeText = (bytes: Uint8Array) => UTF8.decode(bytes)

/** Parses JSON text. Throws a SyntaxError whose message says what is wrong and where. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const names = countNames(value, 0)
  if (names !== countWrittenNames(text)) throw new SyntaxError(`the name ${JSON.stringify(findDuplicate(text))} stands twice in one object`)
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : value
}

/** Renders a value as JSON text, bigints as the integers they are. */
export function renderJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, rawBigint, indent)
  }
}

/** An integer from its decimal digits: a number while exact, else a bigint. */
export function integerOf(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits)
}

/** V8 hands a number's source text to the reviver; TypeScript's library does not know that yet. */
function exactNumber(this: unknown, _name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || (!Number.isInteger(value) && Number.isFinite(value))) return value
  const source = context?.source ?? ''
  const exact = Number.isFinite(value) ? exactInteger(source) : undefined
  // 9007199254740993.5 would become a whole number on its way, and 1e400 none at all.
  if (exact === undefined) throw new SyntaxError(`the number ${source.slice(0, 40)} cannot be read exactly: send fewer digits`)
  return typeof exact === 'bigint' && exact > -MAX_EXACT && exact < MAX_EXACT ? exact : value
}

/** Integers of any type that a contract can name are below this; a larger one may be rounded, for it is refused or no integer's. */
const MAX_EXACT = 2n ** 64n

/** 9223372036854775807, 9.223372036854775807e18 and 9223372036854775807.0 are one integer; undefined when it is none. */
function exactInteger(source: string): number | bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  const shift = Number(exponent) - fraction.length
  const digits = whole + fraction
  if (/^0*$/.test(digits)) return 0
  if (shift >= 0) return integerOf(sign + digits + '0'.repeat(shift))
  return /^0*$/.test(digits.slice(shift)) ? integerOf(sign + (digits.slice(0, shift) || '0')) : undefined
}

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

const rawBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? rawJSON(String(value)) : value)

/** How many names all objects of a value have; JSON.parse keeps one of each. */
function countNames(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === MAX_DEPTH) throw new SyntaxError(`it is nested more than ${MAX_DEPTH} levels deep`)
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countNames(item, depth + 1)
    return count
  }
  for (const item of Object.values(value)) count += 1 + countNames(item, depth + 1)
  return count
}

/** How many names the text writes: strings that a colon follows. */
function countWrittenNames(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = endOfString(text, at)
    while (isBlank(text.charCodeAt(at))) at += 1
    if (text.charCodeAt(at) === 58) count += 1
  }
  return count
}

/** The index behind the string that begins at a quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== 34) at += text.charCodeAt(at) === 92 ? 2 : 1
  return at + 1
}

const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

/** The first name that stands twice in one object. */
function findDuplicate(text: string): string {
  const objects: Set<string>[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else if (name !== undefined) {
      const known = objects.at(-1)
      const parsed = String(JSON.parse(name))
      if (known?.has(parsed)) return parsed
      known?.add(parsed)
    }
  }
  return ''
}
