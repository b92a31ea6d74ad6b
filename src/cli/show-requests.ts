// Shows requests to people: some of them as a table, or one in detail. In the table, the reason of a refusal and each warning have lines of
// their own below the request, because a row has no room for them.

import type { Body, JournalEntry } from '../ground/generated/control.ts'
import { type Look, printable, printableLines, wrap } from '../ground/printable.ts'
import { count, shorten } from '../ground/words.ts'
import { pairsOf, renderCauses } from '../record/exchange.ts'
import { colourOf, durationOf, factsOf, outcomeOf, remarksOn } from '../record/show-exchange.ts'
import { type Column, createTable } from './output.ts'

const WORLD: Column<JournalEntry> = { name: 'WORLD', width: 7, cell: ({ world }) => world }

const COLUMNS: readonly Column<JournalEntry>[] = [
  { name: 'TIME', cell: ({ arrived }) => [new Date(arrived.real).toTimeString().slice(0, 8), 'dim'] },
  { name: 'REQUEST', width: 30, isFlexible: true, cell: ({ request }) => `${request.method} ${request.target}` },
  {
    name: 'STATUS',
    cell: (entry) => (entry.closed === undefined && entry.reply === undefined ? ['under way', 'dim'] : [outcomeOf(entry), colourOf(entry)]),
  },
  { name: 'CAUSE', width: 20, isFlexible: true, cell: ({ causes }) => renderCauses(causes) },
  { name: 'MS', width: 4, cell: (entry) => (entry.closed === undefined ? '' : String(durationOf(entry))) },
  WORLD,
  { name: 'ID', cell: ({ id }) => [id, 'dim'] },
]

export function createRequestTable(look: Look, hasWorlds: boolean): (requests: readonly JournalEntry[]) => string[] {
  const render = createTable(hasWorlds ? COLUMNS : COLUMNS.filter((column) => column !== WORLD), look)
  return (requests) => {
    const rows = render(requests)
    const head = rows.splice(0, rows.length - requests.length)
    return [...head, ...requests.flatMap((request, index) => [String(rows[index]), ...renderRemarks(request, look)])]
  }
}

/** Puts a remark below the column of the request. */
const INDENT = ' '.repeat(10)

const renderRemarks = (exchange: JournalEntry, { width, paint }: Look): string[] =>
  remarksOn(exchange)
    .flatMap((remark) => wrap(INDENT, printable(remark), width))
    .map((line) => paint('dim', shorten(line, width)))

const LABEL_WIDTH = 12

export function renderRequest(exchange: JournalEntry, { paint }: Look): string[] {
  const { id, request, reply, trace, closed } = exchange
  const outcome = closed === undefined ? paint('dim', 'under way') : paint(colourOf(exchange), outcomeOf(exchange))
  const head = `${paint('bold', `${request.method} ${printable(request.target)}`)}  ${outcome}  ${paint('dim', id)}`
  const facts = factsOf(exchange).map(([label, text]) => `  ${paint('dim', label.padEnd(LABEL_WIDTH))}${printable(text)}`)
  const width = Math.max(...trace.map(({ answer }) => answer.length))
  const decisions = trace.map(({ answer, outcome }) => `  ${paint('dim', answer.padEnd(width))}  ${printable(outcome)}`)
  const sections: [title: string, lines: readonly string[]][] = [
    ['What was decided', decisions],
    ['What went wrong', remarksOn(exchange).map((text) => `  ${paint('yellow', printable(text))}`)],
    ['Request', [...headersOf(pairsOf(request.headers)), ...bodyOf(request.body)]],
    ['Reply', reply === undefined ? [] : [...headersOf(Object.entries(reply.headers)), ...bodyOf(reply.body)]],
    ['Failure inside the sandbox', exchange.failure === undefined ? [] : [printableLines(exchange.failure)]],
  ]
  const shown = sections.filter(([, lines]) => lines.length > 0)
  return [head, ...facts, ...shown.flatMap(([title, lines]) => ['', paint('bold', title), ...lines])]
}

const headersOf = (headers: readonly (readonly [string, string])[]) => headers.map(([name, value]) => `  ${printable(`${name}: ${value}`)}`)

function bodyOf(body: Body | undefined): string[] {
  if (body === undefined || body.bytes === 0) return []
  if (body.text === undefined) return ['', `  ${count(body.bytes, 'byte')} that ${body.bytes === 1 ? 'is' : 'are'} not text`]
  const lines = body.text.split('\n').map((line) => `  ${printable(line)}`)
  return ['', ...lines, ...(body.sha256 === undefined ? [] : [`  … of ${body.bytes} bytes`])]
}
