// Finds integers above 2^53 in JSON texts and in URLs. A double-precision number cannot hold all of them exactly.

const MAY_HAVE = /\d{15}/
/** Matches strings and numbers of JSON. A string without an end matches up to the end of the text, so that no letter is read twice. */
const IN_JSON = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs
/** An `id` is made by the sandbox. Other fields may be echoes of what the client sent. */
const IDS = /"id":\s*(-?\d{16,19})(?!\d)/g
const IN_URL = /(?<![\w.%-])-?\d{16,19}(?:\.0+)?(?![\w.%])/g

/** A quick test: most texts have no 15 digits in a row. */
export const mayHaveBig = (text: string) => MAY_HAVE.test(text)

/** The ids above 2^53 in a JSON text, as texts. */
export const findIds = (text: string): string[] =>
  mayHaveBig(text) ? [...text.matchAll(IDS)].flatMap(([, digits = '']) => toInteger(digits) ?? []) : []

/** A quick test: a number may also be written as `9.007199254740992e+15`. */
export const mayHaveInteger = (text: string) => /\d{15}|[eE][+-]?1\d/.test(text)

/** The integers above 2^53 in a JSON text, as texts. */
export function findIntegers(text: string): string[] {
  if (!mayHaveInteger(text)) return []
  const found: string[] = []
  for (const [token] of text.matchAll(IN_JSON)) {
    const integer = token.startsWith('"') ? undefined : toInteger(token)
    if (integer !== undefined) found.push(integer)
  }
  return found
}

/** The integers above 2^53 in a path and its query. */
export const findInUrl = (target: string): string[] =>
  mayHaveBig(target) ? [...target.matchAll(IN_URL)].flatMap(([token]) => toInteger(token) ?? []) : []

/** The digits of a big integer, which may be written as `9.007199254740992e+15`. Undefined for a small integer and for other numbers. */
function toInteger(token: string): string | undefined {
  const plain = token.replace(/\.0+$/, '')
  if (!/[.eE]/.test(plain))
    return plain.replace('-', '').length >= 16 && !Number.isSafeInteger(Number(plain)) ? String(BigInt(plain)) : undefined
  const value = Number(plain)
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 2 ** 64 ? String(BigInt(value)) : undefined
}

/** The integer that a program has after it has read this integer as a double-precision number. */
export const roundToDouble = (integer: string) => String(BigInt(Number(integer)))
