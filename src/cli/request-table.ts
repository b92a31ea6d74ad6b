// The requests of a journal as a table for people. The reason of a refusal has a line of its own below the request, because a
// row of 80 columns has no room for it.

import { renderCauses } from '../exchange/cause.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { colourOf, durationOf, messageIn, messagesOf, outcomeOf } from '../journal/show-exchange.ts'
import { printable } from '../text/printable.ts'
import type { Look } from './output.ts'
import { type Column, createTable } from './table.ts'

const WORLD: Column<JournalEntry> = { name: 'WORLD', width: 7, cell: ({ world }) => world }

const COLUMNS: readonly Column<JournalEntry>[] = [
  { name: 'TIME', cell: ({ arrived }) => [new Date(arrived.real).toTimeString().slice(0, 8), 'dim'] },
  { name: 'REQUEST', width: 30, isFlexible: true, cell: ({ request }) => `${request.method} ${request.target}` },
  {
    name: 'STATUS',
    cell: (entry) => (entry.closed === undefined && entry.reply === undefined ? ['under way', 'dim'] : [outcomeOf(entry), colourOf(entry)]),
  },
  { name: 'CAUSE', width: 12, cell: ({ causes }) => renderCauses(causes) },
  { name: 'MS', width: 4, cell: (entry) => (entry.closed === undefined ? '' : String(durationOf(entry))) },
  WORLD,
  { name: 'ID', cell: ({ id }) => [id, 'dim'] },
]

/** Returns a function that renders some requests. `hasWorlds`: the table has a column for the world. */
export function createRequestTable(look: Look, hasWorlds: boolean): (requests: readonly JournalEntry[]) => string[] {
  const render = createTable(hasWorlds ? COLUMNS : COLUMNS.filter((column) => column !== WORLD), look)
  return (requests) => {
    const rows = render(requests)
    const head = rows.splice(0, rows.length - requests.length)
    return [...head, ...requests.flatMap((request, index) => [String(rows[index]), ...renderReasons(request, look)])]
  }
}

/** Puts the reason below the column of the request. */
const INDENT = ' '.repeat(10)

/** The lines below a row; empty when there is nothing to say. */
const renderReasons = (exchange: JournalEntry, { width, paint }: Look): string[] =>
  reasonsOf(exchange)
    .map((reason) => INDENT + printable(reason))
    .map((text) => paint('dim', text.length > width ? `${text.slice(0, width - 1)}…` : text))

/** The reason of a refusal. A call that was served has its warnings instead, because nobody else would see them. */
function reasonsOf(exchange: JournalEntry): string[] {
  if ((exchange.reply?.status ?? 0) < 400) return messagesOf(exchange.warnings).map((message) => `warning: ${message}`)
  const reason = messageIn(exchange) ?? exchange.violations[0]?.message
  return reason === undefined ? [] : [reason]
}
