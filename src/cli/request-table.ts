// The requests of a journal as a table for people. The reason of a refusal has a line of its own below the request, because a
// row of 80 columns has no room for it.

import { renderCauses } from '../exchange/cause.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { colourOf, durationOf, messageIn, messagesOf, outcomeOf } from '../journal/show-exchange.ts'
import { printable } from '../text/printable.ts'
import type { Look } from './output.ts'
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

/** Returns a function that renders some requests. `hasWorlds`: the table has a column for the world. */
export function createRequestTable(look: Look, hasWorlds: boolean): (requests: readonly JournalEntry[]) => string {
  const isShown = ({ name }: Column) => hasWorlds || name !== 'WORLD'
  const render = createTable(COLUMNS.filter(isShown), look)
  return (requests) => {
    const rows = requests.map((request) => renderRow(request).filter((_cell, index) => isShown(COLUMNS[index] as Column)))
    const lines = render(rows).split('\n').slice(0, -1)
    const head = lines.length - requests.length
    return lines.map((line, index) => `${line}\n${renderReasons(requests[index - head], look)}`).join('')
  }
}

/** Puts the reason below the column of the request. */
const INDENT = ' '.repeat(10)

/** The lines below a row; empty when there is nothing to say. */
function renderReasons(exchange: JournalEntry | undefined, { width, paint }: Look): string {
  return (exchange === undefined ? [] : reasonsOf(exchange))
    .map((reason) => INDENT + printable(reason))
    .map((text) => `${paint('dim', text.length > width ? `${text.slice(0, width - 1)}…` : text)}\n`)
    .join('')
}

/** The reason of a refusal. A call that was served has its warnings instead, because nobody else would see them. */
function reasonsOf(exchange: JournalEntry): string[] {
  if ((exchange.reply?.status ?? 0) < 400) return messagesOf(exchange.warnings).map((message) => `warning: ${message}`)
  const reason = messageIn(exchange) ?? exchange.violations[0]?.message
  return reason === undefined ? [] : [reason]
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
