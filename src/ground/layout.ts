// The layout of the text format: colours, wrapped lines, and aligned columns.

import { styleText } from 'node:util'

export type Colour = 'red' | 'yellow' | 'green' | 'dim' | 'bold'

export interface Style {
  /** Default: no colours. */
  readonly colour?: boolean
  /** The width in columns. Default: 100. */
  readonly width?: number
}

export type Paint = (colour: Colour, text: string) => string

export const createPaint =
  ({ colour = false }: Style): Paint =>
  (name, text) =>
    colour ? styleText(name, text, { validateStream: false }) : text

/** Wraps text to this width. `first` begins the first line; the others are indented by its length, up to half of the width. */
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

/** Rows with aligned columns. The last column is wrapped. */
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

/** Blocks of lines, with an empty line between them. Empty blocks are left out. */
export const joinBlocks = (blocks: readonly (readonly string[])[]) =>
  `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
