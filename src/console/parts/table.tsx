// A table with a head.

import type { ComponentChildren } from 'preact'

export interface TableRow {
  readonly id?: string
  readonly class?: string
  readonly cells: readonly ComponentChildren[]
}

export const Table = ({ heads, rows }: { heads: readonly string[]; rows: readonly TableRow[] }) => (
  <table>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ cells, ...attributes }, index) => (
        <tr key={attributes.id ?? index} {...attributes}>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
