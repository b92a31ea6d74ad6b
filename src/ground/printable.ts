// Texts for a terminal and for the log of a CI run, and their layout: colours, wrapped lines and aligned columns. Texts of clients must not
// move the cursor, change colours, the title or the direction of writing, or command the runner of the CI. Each format adds the escapes of
// its own syntax.

import { styleText } from 'node:util'
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

export const printableLines = (text: string) => withoutCommands(text.replaceAll(UNSEEN_IN_LINES, escapeUnseen))

/** A JSON text. The characters that JSON does not escape itself occur only inside strings. */
export const printableJson = (json: string) =>
  json.replaceAll(UNSEEN_IN_LINES, (letter) => letter.split('').map(escapeHalf).join('')).replaceAll(/(?<=#)#(?=\w*\[)/g, '\\u0023')

/** A character above U+FFFF has two halves, and JSON escapes each half. */
const escapeHalf = (half: string) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`

const MAX_LENGTH = 500

/** Somebody copies these fields, so they are not cut. */
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

export type Colour = 'red' | 'yellow' | 'green' | 'dim' | 'bold'

export interface Style {
  /** Default: no colours. */
  readonly colour?: boolean
  /** The width in columns. Default: 100. */
  readonly width?: number
}

export type Paint = (colour: Colour, text: string) => string

export interface Look {
  /** The width in columns; infinite without a terminal. */
  readonly width: number
  readonly paint: Paint
}

export const createPaint =
  ({ colour = false }: Style): Paint =>
  (name, text) =>
    colour ? styleText(name, text, { validateStream: false }) : text

/** `first` begins the first line. The others are indented by its length, up to half of the width. */
export function wrap(first: string, text: string, width: number): string[] {
  const indent = ' '.repeat(Math.min(first.length, Math.floor(width / 2)))
  const [start = '', ...words] = text.split(' ')
  const lines: string[] = []
  let line = first + start
  for (const word of words) {
    const longer = `${line} ${word}`
    if (longer.length > width) lines.push(line)
    line = longer.length > width ? indent + word : longer
  }
  return [...lines, line]
}

/** The last column is wrapped. */
export function columns(rows: readonly (readonly string[])[], indent: string, width: number): string[] {
  const widths: number[] = []
  // Nothing follows the last cell of a row, so it needs no width.
  for (const row of rows) for (const [index, cell] of row.slice(0, -1).entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  return rows.flatMap((row) => {
    const last = row.at(-1) ?? ''
    const before = row.slice(0, -1).map((cell, index) => cell.padEnd((widths[index] ?? 0) + 2))
    return wrap(indent + before.join(''), last, width).map((line) => line.trimEnd())
  })
}

/** Leaves out empty blocks. */
export const joinBlocks = (blocks: readonly (readonly string[])[]) =>
  `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
