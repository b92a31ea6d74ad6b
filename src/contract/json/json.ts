// The only JSON codec, for bodies, stored worlds and fixtures. Integers are exact: a safe integer is a number, and an
// integer beyond 2^53 is a bigint. Duplicate names and very deep nesting are refused.

import { makeExact } from './exact-json.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Decodes UTF-8 (RFC 8259 §8.1). Throws a TypeError for bytes that are not UTF-8. Drops a byte order mark. */
export const decodeText = (bytes: Uint8Array) => UTF8.decode(bytes)

/**
 * Parses JSON text. Throws a SyntaxError that says what is wrong and where. Throws a JsonViolation when the syntax is right but
 * a number cannot be read exactly, a name is used twice in one object, or the nesting is too deep.
 */
export const parseJson = (text: string): unknown => makeExact(text, JSON.parse(text))

/** The same value; undefined when the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Parses JSON that the build has written, which is the same without the slow search for duplicate names. */
export const parseOwnJson = (text: string): unknown => (/\d{16}/.test(text) ? parseJson(text) : JSON.parse(text))

/** Renders a value as JSON text. Bigints become integers. */
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
