// The JSON codec for bodies, stored worlds and fixtures. Integers are exact: a safe integer is a number, a larger one a bigint.
// Duplicate names and very deep nesting are refused.

import { makeExact } from './exact-json.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Decodes UTF-8 (RFC 8259 §8.1), or throws a TypeError. Drops a byte order mark. */
export const decodeText = (bytes: Uint8Array) => UTF8.decode(bytes)

/**
 * Throws a SyntaxError that says what is wrong and where: a JsonViolation when the syntax is right, but a number cannot be read
 * exactly, a name is used twice in one object, or the nesting is too deep.
 */
export const parseJson = (text: string): unknown => makeExact(text, JSON.parse(text))

/** Like `parseJson`, but undefined where that throws. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** For JSON that the build has written: its names need no slow search for duplicates. */
export const parseOwnJson = (text: string): unknown => (/\d{16}/.test(text) ? parseJson(text) : JSON.parse(text))

/** Bigints become integers. */
export function renderJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, rawBigint, indent)
  }
}

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

const rawBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? rawJSON(String(value)) : value)
