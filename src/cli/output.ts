// The output of a command: text for people on a terminal, lines of JSON for programs, and files. A reader may leave at any time, as
// `| head` does.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { styleText } from 'node:util'
import { renderJson } from '../contract/json/json.ts'
import { type Colour, type Look, printable, printableJson } from '../ground/printable.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { shorten } from '../ground/words.ts'
import { makeDirectory } from '../worlds/store/disk.ts'

export interface Output extends Look {
  /** Aborted when nobody reads the output any more. */
  readonly ended: AbortSignal
  /** Writes the lines for people, or each value as one line of JSON. Resolves when the reader has taken them, or is gone. */
  show(values: readonly unknown[], render: () => readonly string[]): Promise<void>
}

export function createOutput(stdout: NodeJS.WriteStream, format: 'text' | 'json' = stdout.isTTY ? 'text' : 'json'): Output {
  const ending = new AbortController()
  stdout.on('error', () => ending.abort())

  async function write(lines: readonly string[]): Promise<void> {
    if (ending.signal.aborted || stdout.write(lines.map((line) => `${line}\n`).join(''))) return
    // Rejects when the reader has left.
    await once(stdout, 'drain').catch(() => {})
  }

  return {
    width: stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY,
    ended: ending.signal,
    paint: (style, text) => styleText(style, text, { stream: stdout }),
    show: (values, render) => write(format === 'text' ? render() : values.map((value) => printableJson(renderJson(value)))),
  }
}

/** Makes the directory of a file, and then writes. Rejects with a StartError that names the file. */
export async function tryToWrite(file: string, write: (file: string) => Promise<void>): Promise<void> {
  try {
    makeDirectory(dirname(resolve(file)))
    await write(file)
  } catch (error) {
    throw new StartError(`--output ${file}: cannot be written: ${messageOf(error)}`)
  }
}

/** Checks that a file can be written. Changes no file, and leaves no new file. */
export async function touch(file: string): Promise<void> {
  const isNew = !existsSync(file)
  await (await open(file, 'a')).close()
  if (isNew) await rm(file)
}

const LOG_EVERY_MS = 30_000

/**
 * Shows how far the work is: in one line of a terminal, or in a log at once and then every 30 s. An empty text clears the line of the
 * terminal.
 */
export function createProgress(stderr: NodeJS.WriteStream): (text: string) => void {
  let shown = Number.NEGATIVE_INFINITY
  return (text) => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`)
    else if (text !== '' && performance.now() - shown >= LOG_EVERY_MS) {
      shown = performance.now()
      stderr.write(`${text}\n`)
    }
  }
}

export interface Column<Item> {
  readonly name: string
  readonly cell: (item: Item) => Cell
  readonly width?: number
  /** These columns are cut when the table is wider than the terminal, the widest first. */
  readonly isFlexible?: boolean
}

export type Cell = string | readonly [text: string, style: Colour]

const GAP = '  '
const MIN_WIDTH = 10
/** In a pipe, a longer cell is whole but widens no other row. */
const MAX_WIDTH = 100

/** Returns a function that renders items as rows. Its first call also gives the head, and sets the widths for all later items. */
export function createTable<Item>(columns: readonly Column<Item>[], { width, paint }: Look): (items: readonly Item[]) => string[] {
  let widths: readonly number[] | undefined
  return (items) => {
    const head: Row[] = widths === undefined ? [columns.map(({ name }) => [name, 'bold'])] : []
    const rows = [...head, ...items.map((item): Row => columns.map(({ cell }) => partsOf(cell(item))))]
    widths ??= measure(columns, rows, width)
    return rows.map((row) =>
      row
        .map(([text, style], index) => {
          const room = widths?.[index] ?? 0
          const cut = columns[index]?.isFlexible && width < Number.POSITIVE_INFINITY ? shorten(text, room) : text
          return (style === undefined ? cut : paint(style, cut)) + ' '.repeat(Math.max(room - cut.length, 0))
        })
        .join(GAP)
        .trimEnd(),
    )
  }
}

type Row = readonly (readonly [text: string, style?: Colour])[]

const partsOf = (cell: Cell): Row[number] => (typeof cell === 'string' ? [printable(cell)] : [printable(cell[0]), cell[1]])

function measure(columns: readonly Column<never>[], rows: readonly Row[], most: number): number[] {
  const widths = columns.map(({ width = 0 }, index) => rows.reduce((widest, row) => Math.max(widest, row[index]?.[0].length ?? 0), width))
  if (most === Number.POSITIVE_INFINITY) return widths.map((width) => Math.min(width, MAX_WIDTH))
  let excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - most
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(...widths.filter((_width, index) => columns[index]?.isFlexible))
    if (widest <= MIN_WIDTH) break
    widths[widths.findLastIndex((width, index) => columns[index]?.isFlexible && width === widest)] = widest - 1
  }
  return widths
}
