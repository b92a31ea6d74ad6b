// A table for people. The first rows set the widths of the columns, so that more rows can be added later.

import { printable } from '../text/printable.ts'
import type { Look, Style } from './output.ts'

export interface Column {
  readonly name: string
  /** The least width of the column. */
  readonly width?: number
  /** This column is cut when the table is wider than the terminal. */
  readonly isFlexible?: boolean
  readonly isNumber?: boolean
}

/** A text, or a text with its colour. */
export type Cell = string | readonly [text: string, style: Style]

const GAP = '  '

/** Returns a function that renders some rows as text. Its first call also gives the head. */
export function createTable(columns: readonly Column[], { width, paint }: Look): (rows: readonly (readonly Cell[])[]) => string {
  let widths: readonly number[] | undefined
  const renderRow = (cells: readonly Cell[]) => {
    const texts = columns.map(({ isNumber = false, isFlexible = false }, index) => {
      const [text, style] = partsOf(cells[index] ?? '')
      const room = widths?.[index] ?? 0
      const cut = isFlexible && text.length > room ? `${text.slice(0, Math.max(room - 1, 0))}…` : text
      const padded = isNumber ? cut.padStart(room) : index === columns.length - 1 ? cut : cut.padEnd(room)
      return style === undefined ? padded : paint(style, padded)
    })
    return `${texts.join(GAP).trimEnd()}\n`
  }
  return (rows) => {
    if (widths !== undefined) return rows.map(renderRow).join('')
    widths = measure(columns, rows, width)
    return [columns.map(({ name }): Cell => [name, 'bold']), ...rows].map(renderRow).join('')
  }
}

function partsOf(cell: Cell): [text: string, style?: Style] {
  return typeof cell === 'string' ? [printable(cell)] : [printable(cell[0]), cell[1]]
}

function measure(columns: readonly Column[], rows: readonly (readonly Cell[])[], room: number): number[] {
  const widths = columns.map(({ name, width = 0 }, index) =>
    rows.reduce((most, row) => Math.max(most, partsOf(row[index] ?? '')[0].length), Math.max(name.length, width)),
  )
  const total = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (columns.length - 1)
  const excess = Math.max(total - room, 0)
  const flexible = columns.findIndex(({ isFlexible }) => isFlexible)
  return widths.map((width, index) => (index === flexible ? Math.max(width - excess, MIN_WIDTH) : width))
}

const MIN_WIDTH = 10
