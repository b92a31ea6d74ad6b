// Turns a snapshot into the text of a file, and back. It does not know files.

import { crc32 } from 'node:zlib'
import { decodeText, isObject, parseJson, renderJson } from '../../contract/json/json.ts'
import { joinPieces, PIECE } from '../../contract/json/pieces.ts'
import type { Id } from '../collection.ts'
import type { Snapshot } from './store.ts'

/** What a snapshot file holds. A file of an earlier version has neither a number nor a checksum. */
export interface SnapshotFile extends Snapshot {
  /** The number of the last commit that the snapshot has. */
  readonly commits?: number
  /** `edited` in a file that a person has changed. So a checksum that is missing is damage, and a person need not compute one. */
  readonly checksum?: string
}

/** Before the first item of a collection. */
const OPENING = ': [\n'

/** What a person writes in place of the checksum. */
export const EDITED = 'edited'

const CHECKSUM = '\n,"checksum": "'

/** A checksum starts with the name of the world, so that a file of another world is noticed. */
export const checksumOf = (world: string, content: string | Uint8Array) => renderChecksum(crc32(content, crc32(world)))

const renderChecksum = (sum: number) => sum.toString(16).padStart(8, '0')

/** Writes one item on each line, so that people can read, search and compare the file. All chunks together are the file. */
export function* renderSnapshot(snapshot: Snapshot, commits: number, world: string): Generator<string, void> {
  let sum = crc32(world)
  for (const chunk of joinPieces(renderContent(snapshot, commits))) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  yield `${CHECKSUM}${renderChecksum(sum)}"\n}\n`
}

function* renderContent({ collections, nextIds }: Snapshot, commits: number): Generator<string, void> {
  yield `{"commits": ${commits},\n"nextIds": ${renderJson(Object.fromEntries(sorted(nextIds)))},\n"collections": {`
  let separator = '\n'
  for (const [name, items] of sorted(collections)) {
    yield separator + renderJson(name) + OPENING
    separator = ',\n'
    for (const [index, item] of items.entries()) yield index === 0 ? renderJson(item) : `,\n${renderJson(item)}`
    yield '\n]'
  }
  yield '\n}'
}

/** Equal worlds have equal files, wherever they come from. */
const sorted = <Value>(record: Readonly<Record<string, Value>>) =>
  Object.keys(record)
    .sort()
    .map((name) => [name, record[name] as Value] as const)

/** Parses the content of a snapshot, with pauses. Throws an error that says what is damaged. */
export function* parseSnapshot(bytes: Buffer, world: string): Generator<void, SnapshotFile> {
  const content = yield* parseContent(decodeText(bytes))
  if (!isSnapshot(content))
    throw new Error('it must hold "nextIds", with one integer per collection, and "collections", with one array each')
  if (content.checksum === EDITED || (content.checksum === undefined && content.commits === undefined)) return content
  if (content.checksum === checksumOf(world, bytes.subarray(0, Math.max(0, bytes.lastIndexOf(CHECKSUM))))) return content
  const what =
    content.checksum === undefined ? 'is missing, so the file was changed' : 'does not fit, so the file was changed or is of another world'
  throw new Error(`its checksum ${what}. If you changed it, write ,"checksum": "edited" near its end`)
}

/**
 * Cuts the lists of items out of the layout of `renderSnapshot`, and parses them in parts, because a parser of the whole text never
 * pauses. Any other text is parsed as a whole: a person may have edited it.
 */
function* parseContent(text: string): Generator<void, unknown> {
  const lists: unknown[][] = []
  let rest = ''
  let at = 0
  try {
    for (let opening = text.indexOf(OPENING); opening !== -1; opening = text.indexOf(OPENING, at)) {
      const start = opening + OPENING.length
      rest += text.slice(at, start)
      at = text.indexOf('\n]', start - 1)
      lists.push(yield* parseItems(text, start, at))
    }
    const content = parseJson(rest + text.slice(at))
    if (isSnapshot(content)) {
      const cut = Object.entries(content.collections)
      if (cut.length === lists.length && cut.every(([, items]) => items.length === 0))
        return { ...content, collections: Object.fromEntries(cut.map(([name], index) => [name, lists[index]])) }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return parseJson(text)
}

/** Parses the items between two places. Throws a SyntaxError when they are not one list, with one item on each line. */
function* parseItems(text: string, start: number, end: number): Generator<void, unknown[]> {
  if (end < start - 1) throw new SyntaxError('the list has no end')
  const items: unknown[] = []
  for (let at = start; at < end; ) {
    const cut = text.indexOf(',\n', at + PIECE)
    const stop = cut === -1 || cut > end ? end : cut
    for (const item of parseJson(`[${text.slice(at, stop)}]`) as unknown[]) items.push(item)
    at = stop + 2
    yield
  }
  return items
}

export const isId = (value: unknown): value is Id => Number.isInteger(value) || typeof value === 'bigint'

/** Checks the shape only. Other code checks the items against the contract. */
export const isSnapshot = (value: unknown): value is SnapshotFile =>
  isObject(value) &&
  (value.commits === undefined || Number.isSafeInteger(value.commits)) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isId) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))
