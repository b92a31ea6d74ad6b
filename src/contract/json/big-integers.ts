// Finds integers above 2^53, which a double cannot always hold exactly, in JSON texts and in URLs.

import { exactNumber } from './exact-json.ts'

/** Quick tests: most texts have no 15 digits in a row. A body may also write a number as `9.007199254740992e+15`. */
export const MAY_HAVE_BIG = /\d{15}/
export const MAY_HAVE_INTEGER = /\d{15}|[eE][+-]?1\d/
/** Strings and numbers of JSON. A string without an end matches the whole rest, so that no letter is read twice. */
const IN_JSON = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs
/** The sandbox makes each `id`. Other fields may repeat what the client sent. */
const IDS = /"id":\s*(-?\d{16,19})(?!\d)/g
const IN_URL = /(?<![\w.%-])-?\d{16,19}(?:\.0+)?(?![\w.%])/g

export const findIds = (text: string): string[] => [...text.matchAll(IDS)].flatMap(([, digits = '']) => toInteger(digits) ?? [])

export const findIntegers = (text: string): string[] =>
  MAY_HAVE_INTEGER.test(text)
    ? [...text.matchAll(IN_JSON)].flatMap(([token]) => (token.startsWith('"') ? [] : (toInteger(token) ?? [])))
    : []

export const findInUrl = (target: string): string[] =>
  MAY_HAVE_BIG.test(target) ? [...target.matchAll(IN_URL)].flatMap(([token]) => toInteger(token) ?? []) : []

/** `9007199254740993` for `9.007199254740993e+15`. Undefined for a small integer and for any other number. */
function toInteger(token: string): string | undefined {
  const exact = exactNumber(token)
  return typeof exact === 'bigint' && Math.abs(Number(exact)) < 2 ** 64 ? String(exact) : undefined
}

/** The integer that a program has after it reads this one as a double. */
export const roundToDouble = (integer: string) => String(BigInt(Number(integer)))
