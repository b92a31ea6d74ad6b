// Finds integers above 2^53 in JSON texts and in URLs. A double-precision number cannot hold all of them exactly.

import { exactNumber } from './exact-json.ts'

/** Quick tests, because most texts have no 15 digits in a row. In a body, a number may also be written as `9.007199254740992e+15`. */
export const MAY_HAVE_BIG = /\d{15}/
export const MAY_HAVE_INTEGER = /\d{15}|[eE][+-]?1\d/
/** Matches strings and numbers of JSON. A string without an end matches up to the end of the text, so that no letter is read twice. */
const IN_JSON = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs
/** An `id` is made by the sandbox. Other fields may be echoes of what the client sent. */
const IDS = /"id":\s*(-?\d{16,19})(?!\d)/g
const IN_URL = /(?<![\w.%-])-?\d{16,19}(?:\.0+)?(?![\w.%])/g

export const findIds = (text: string): string[] => [...text.matchAll(IDS)].flatMap(([, digits = '']) => toInteger(digits) ?? [])

export const findIntegers = (text: string): string[] =>
  MAY_HAVE_INTEGER.test(text)
    ? [...text.matchAll(IN_JSON)].flatMap(([token]) => (token.startsWith('"') ? [] : (toInteger(token) ?? [])))
    : []

export const findInUrl = (target: string): string[] =>
  MAY_HAVE_BIG.test(target) ? [...target.matchAll(IN_URL)].flatMap(([token]) => toInteger(token) ?? []) : []

/** The digits of a big integer, which may be written as `9.007199254740993e+15`. Undefined for a small integer and for other numbers. */
function toInteger(token: string): string | undefined {
  const exact = exactNumber(token)
  return typeof exact === 'bigint' && Math.abs(Number(exact)) < 2 ** 64 ? String(exact) : undefined
}

/** The integer that a program has after it has read this integer as a double-precision number. */
export const roundToDouble = (integer: string) => String(BigInt(Number(integer)))
