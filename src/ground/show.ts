// Shows values, places and types in messages: short, and on one line.

import { BOUNDS } from './bounds.ts'
import { shorten } from './cut.ts'

export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  // A text may have a megabyte, so only its shown part is rendered.
  return typeof value === 'string' ? JSON.stringify(shorten(value)) : shorten(String(value))
}

/** `steps[0].respond` for `['steps', 0, 'respond']`. */
export const showPath = (path: readonly (string | number)[]) =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step.slice(0, BOUNDS.shownValue)}`))
    .join('')

/** "a string or an object", from the names of types. */
export const nameTypes = (types: unknown) =>
  [types]
    .flat()
    .map((type) => (type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`))
    .join(' or ')

const QUOTED: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
  boolean: /^(true|false)$/,
}

/** The end of a sentence about a text such as `"5"` where a value of one of these types is wanted. */
export const hintAboutQuotes = (value: unknown, ...types: readonly string[]) =>
  typeof value === 'string' && types.some((type) => QUOTED[type]?.test(value)) ? ': leave out the quotation marks' : ''
