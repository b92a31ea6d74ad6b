// A table for people. The first items set the widths of the columns, so that more items can be added later.

import type { Colour } from '../ground/layout.ts'
import { printable } from '../ground/printable.ts'
import type { Look } from './output.ts'

export interface Column<Item> {
  readonly name: string
  readonly cell: (item: Item) => Cell
  /** The least width of the column. */
  readonly width?: number
  /** This column is cut when the table is wider than the terminal. */
  readonly isFlexible?: boolean
}

/** A text, or a text with its colour. */
export type Cell = string | readonly [text: string, style: Colour]

const GAP = '  '
const MIN_WIDTH = 10

/** Returns a function that renders some items as rows. Its first call also gives the head. */
export function createTable<Item>(columns: readonly Column<Item>[], { width, paint }: Look): (items: readonly Item[]) => string[] {
  let widths: readonly number[] | undefined
  const renderRow = (cells: readonly Cell[]) => {
    const texts = cells.map((cell, index) => {
      const [text, style] = partsOf(cell)
      const room = widths?.[index] ?? 0
      const cut = columns[index]?.isFlexible && text.length > room ? `${text.slice(0, room - 1)}…` : text
      return (style === undefined ? cut : paint(style, cut)) + ' '.repeat(Math.max(room - cut.length, 0))
    })
    return texts.join(GAP).trimEnd()
  }
  return (items) => {
    const rows = items.map((item) => columns.map(({ cell }) => cell(item)))
    if (widths !== undefined) return rows.map(renderRow)
    widths = measure(columns, rows, width)
    return [columns.map(({ name }): Cell => [name, 'bold']), ...rows].map(renderRow)
  }
}

const partsOf = (cell: Cell): [text: string, style?: Colour] =>
  typeof cell === 'string' ? [printable(cell)] : [printable(cell[0]), cell[1]]

function measure(columns: readonly Column<never>[], rows: readonly (readonly Cell[])[], most: number): number[] {
  const widths = columns.map(({ name, width = 0 }, index) =>
    rows.reduce((widest, row) => Math.max(widest, partsOf(row[index] ?? '')[0].length), Math.max(name.length, width)),
  )
  const excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - most
  return widths.map((width, index) => (columns[index]?.isFlexible && excess > 0 ? Math.max(width - excess, MIN_WIDTH) : width))
}
