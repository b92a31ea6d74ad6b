// Integers above 2^53, which a double-precision number cannot tell apart: found in texts of JSON and in URLs.

/** Most texts have no run of so many digits. */
const MAY_HAVE = /\d{15}/
/** Numbers of JSON; strings are passed over. One that does not close goes on to the end, so that no letter is read twice. */
const IN_JSON = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs
const IN_URL = /(?<![\w.%-])-?\d{16,19}(?:\.0+)?(?![\w.%])/g
const MAX_NUMBERS = 1000

/** The integers above 2^53 in a text of JSON, as texts. */
export function findInJson(text: string): string[] {
  if (!MAY_HAVE.test(text)) return []
  const found: string[] = []
  for (const [token] of text.matchAll(IN_JSON)) {
    if (token.startsWith('"')) continue
    const integer = toInteger(token)
    if (integer !== undefined && found.length < MAX_NUMBERS) found.push(integer)
  }
  return found
}

/** The integers above 2^53 in path and query. */
export const findInUrl = (target: string): string[] =>
  MAY_HAVE.test(target) ? [...target.matchAll(IN_URL)].flatMap(([token]) => toInteger(token) ?? []) : []

/** `9.007199254740992e+15` is an integer too. Undefined where it is a small one, or none. */
function toInteger(token: string): string | undefined {
  const plain = token.replace(/\.0+$/, '')
  if (!/[.eE]/.test(plain))
    return plain.replace('-', '').length >= 16 && !Number.isSafeInteger(Number(plain)) ? String(BigInt(plain)) : undefined
  const value = Number(plain)
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 2 ** 64 ? String(BigInt(value)) : undefined
}

/** What becomes of an integer in a program that reads it as a double-precision number. */
export const roundToDouble = (integer: string) => String(BigInt(Number(integer)))
