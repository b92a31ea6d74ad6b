// The requests of a journal as a table for people.

import { renderCauses } from '../exchange.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { colourOf, durationOf, outcomeOf } from '../journal/show-exchange.ts'
import type { Output } from './output.ts'
import { type Cell, type Column, createTable } from './table.ts'

const COLUMNS: readonly Column[] = [
  { name: 'TIME', width: 8 },
  { name: 'REQUEST', width: 30, isFlexible: true },
  { name: 'STATUS' },
  { name: 'CAUSE', width: 12 },
  { name: 'MS', width: 5, isNumber: true },
  { name: 'WORLD', width: 7 },
  { name: 'ID' },
]

export interface RequestTable {
  render(requests: readonly JournalEntry[]): string
}

/** The world has a column where there may be several. */
export function createRequestTable(output: Output, hasWorlds: boolean): RequestTable {
  const isShown = ({ name }: Column) => hasWorlds || name !== 'WORLD'
  const table = createTable(COLUMNS.filter(isShown), output)
  return {
    render: (requests) =>
      table.render(requests.map((request) => renderRow(request).filter((_cell, index) => isShown(COLUMNS[index] as Column)))),
  }
}

function renderRow(exchange: JournalEntry): Cell[] {
  const { arrived, request, causes, world, id, closed } = exchange
  return [
    [new Date(arrived.real).toTimeString().slice(0, 8), 'dim'],
    `${request.method} ${request.target}`,
    closed === undefined && exchange.reply === undefined ? ['under way', 'dim'] : [outcomeOf(exchange), colourOf(exchange)],
    renderCauses(causes),
    closed === undefined ? '' : String(durationOf(exchange)),
    world,
    [id, 'dim'],
  ]
}
