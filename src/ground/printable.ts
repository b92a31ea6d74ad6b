// Makes texts from clients safe for a terminal and for the log of a CI run: paths, names of tests, values in messages. Such a text must
// not move the cursor, change colours or the title, or change the direction of writing. It must not be a command for the runner of the
// CI either. Each format adds the escapes of its own syntax.

import { shorten } from './words.ts'

/** Control and format characters, line ends, halves of surrogate pairs, and unassigned code points. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
const UNSEEN_IN_LINES = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeUnseen(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return SHORT[letter] ?? (code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)
}

/**
 * Puts a blank into commands of CI runners, so that they have no effect. GitHub obeys `::` at the beginning of a line, and
 * `##[` anywhere. Azure obeys `##vso[`, and TeamCity `##teamcity[`.
 */
export const withoutCommands = (text: string) => text.replaceAll(/^(\s*):(?=:)/gm, '$1: ').replaceAll(/#(?=#\w*\[)/g, '# ')

/** A text on one line. Characters that a reader cannot see become escapes, for example `\x1b`. */
export const printable = (text: string) => withoutCommands(text.replaceAll(UNSEEN, escapeUnseen))

/** A message of several lines. */
export const printableLines = (text: string) => withoutCommands(text.replaceAll(UNSEEN_IN_LINES, escapeUnseen))

/** A JSON text. The characters that JSON does not escape itself occur only inside strings. */
export const printableJson = (json: string) =>
  json.replaceAll(UNSEEN_IN_LINES, (letter) => letter.split('').map(escapeHalf).join('')).replaceAll(/(?<=#)#(?=\w*\[)/g, '\\u0023')

/** A character above U+FFFF has two halves, and JSON escapes each half. */
const escapeHalf = (half: string) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`

const MAX_LENGTH = 500

/** Fields that are commands. Somebody copies them, so they are not cut. */
const COMMANDS = ['replay', 'prove']

/** A value whose texts are all printable, and short unless they are commands. A text that is wrapped later may need `withoutCommands`. */
export function harmless<T>(value: T): T {
  if (typeof value === 'string') return printable(shorten(value, MAX_LENGTH)) as T
  if (Array.isArray(value)) return value.map(harmless) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => {
    const isCommand = COMMANDS.includes(name) && typeof item === 'string'
    return [name, isCommand ? printable(item) : harmless(item)]
  })
  return Object.fromEntries(entries) as T
}
