// A table with a head.

import type { ComponentChildren } from 'preact'

export interface TableRow {
  readonly id?: string
  /** For a row that stays when other rows come and go. */
  readonly key?: string
  readonly class?: string
  readonly cells: readonly ComponentChildren[]
}

interface TableProps {
  readonly heads: readonly ComponentChildren[]
  readonly rows: readonly TableRow[]
  readonly class?: string
}

export const Table = ({ heads, rows, ...more }: TableProps) => (
  <table {...more}>
    <thead>
      <tr>
        {heads.map((head, column) => (
          <th key={column}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ cells, key, ...attributes }, index) => (
        <tr key={key ?? index} {...attributes}>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
