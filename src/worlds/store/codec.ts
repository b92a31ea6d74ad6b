// What stands in the files of a world, from value to text and back. It knows text, and no disk. Text that is damaged is
// refused with its place.

import { decodeText, isObject, parseJson, renderJson } from '../../json.ts'
import { messageOf } from '../../problem.ts'
import type { Id, Item } from '../collection.ts'
import { damagedAt } from './damage.ts'
import type { Change, Snapshot } from './store.ts'

/** Text is handed over in chunks of this many characters, so that nobody waits for a whole large world. */
const CHUNK = 64 * 1024

/** One item a line, so that people can read, search and compare the file. The chunks give the file, one after the other. */
export function* renderSnapshot({ collections, nextIds }: Snapshot): Generator<string, void> {
  let text = `{"nextIds": ${renderJson(nextIds)},\n"collections": {`
  let separator = '\n'
  for (const [name, items] of Object.entries(collections)) {
    text += `${separator}${renderJson(name)}: [\n`
    separator = ',\n'
    for (const [index, item] of items.entries()) {
      text += index === 0 ? renderJson(item) : `,\n${renderJson(item)}`
      if (text.length < CHUNK) continue
      yield text
      text = ''
    }
    text += '\n]'
  }
  yield `${text}\n}}\n`
}

/** Parses the text of a snapshot, with pauses. Throws a SyntaxError for text that is none. */
export function* parseSnapshot(text: string): Generator<void, Snapshot> {
  const value = (yield* parseInParts(text)) ?? parseJson(text)
  if (!isSnapshot(value))
    throw new SyntaxError('it must hold "nextIds", with one integer per collection, and "collections", with one array each')
  return value
}

/**
 * Parses the layout that `renderSnapshot` writes, some items at a time: a parser of the whole text never pauses. Undefined
 * for any other text, which a person may have edited: only the parser of the whole can say what is wrong with it.
 */
function* parseInParts(text: string): Generator<void, unknown> {
  const head = /^\{"nextIds": (.*),\n"collections": \{/.exec(text)
  if (head === null) return
  const collections = new Map<string, unknown[]>()
  let at = head[0].length
  try {
    while (text.slice(at, at + 4) !== '\n}}\n') {
      const opening = /(,?)\n("[^"\\\n]*"): \[\n/y
      opening.lastIndex = at
      const [found = '', comma, name = ''] = opening.exec(text) ?? []
      const key = String(parseJson(name))
      if ((comma === ',') !== collections.size > 0 || collections.has(key)) return
      const end = text.indexOf('\n]', at + found.length)
      collections.set(key, yield* parseItems(text, at + found.length, end))
      at = end + 2
    }
    return at + 4 === text.length ? { nextIds: parseJson(head[1] ?? ''), collections: Object.fromEntries(collections) } : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}

/** Parses the items between two places. Throws a SyntaxError when they do not stand one a line. */
function* parseItems(text: string, start: number, end: number): Generator<void, unknown[]> {
  const items: unknown[] = []
  for (let at = start; at < end; ) {
    const cut = text.indexOf(',\n', at + CHUNK)
    const stop = cut === -1 || cut > end ? end : cut
    for (const item of parseJson(`[${text.slice(at, stop)}]`) as unknown[]) items.push(item)
    at = stop + 2
    yield
  }
  return items
}

const isId = (value: unknown): value is Id => Number.isInteger(value) || typeof value === 'bigint'

/** The shape only: whether the items fit the contract is for whoever knows it. */
const isSnapshot = (value: unknown): value is Snapshot =>
  isObject(value) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isId) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))

/** A line of the log. Its first letters tell a line that was cut short from rubbish. */
export function renderChange(change: Change): string {
  if ('put' in change) return `{"put":${renderJson(change.put)},"item":${renderJson(change.item)}}\n`
  if ('remove' in change) return `{"remove":${renderJson(change.remove)},"id":${change.id}}\n`
  return `{"set":${renderJson(change.set)}}\n`
}

function parseChange(line: Uint8Array): Change {
  const { put, item, remove, id, set } = (parseJson(decodeText(line)) ?? {}) as Partial<Record<string, unknown>>
  if (typeof put === 'string' && isObject(item) && isId(item.id)) return { put, item: item as Item }
  if (typeof remove === 'string' && isId(id)) return { remove, id }
  if (isSnapshot(set)) return { set }
  throw new SyntaxError('it must hold "put" and an "item" with an id, or "remove" and an "id", or "set" with all collections')
}

export interface ParsedLog {
  readonly changes: Change[]
  /** How many bytes at the beginning are good. What follows was cut short: it was never acknowledged. */
  readonly good: number
  /** Whether the last good line lacks its line end. */
  readonly isOpen: boolean
}

/** Parses the lines of a log, with pauses. Throws a Problem that names the line which is damaged. */
export function* parseLog(bytes: Buffer, file: string): Generator<void, ParsedLog> {
  const changes: Change[] = []
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    if (changes.length % 100 === 99) yield
    changes.push(parseLine(bytes.subarray(start, end), `${file}:${changes.length + 1}`))
    start = end + 1
  }
  const rest = bytes.subarray(start)
  if (rest.length === 0 || isCutShort(rest)) return { changes, good: start, isOpen: false }
  changes.push(parseLine(rest, `${file}:${changes.length + 1}`))
  return { changes, good: bytes.length, isOpen: true }
}

function parseLine(line: Uint8Array, place: string): Change {
  try {
    return parseChange(line)
  } catch (error) {
    throw unreadable(place, error)
  }
}

/** Whether bytes without a line end are the beginning of a change, and no whole JSON. Anything else is damage. */
function isCutShort(rest: Buffer): boolean {
  const text = rest.toString('latin1')
  const isBeginning = ['{"put":"', '{"remove":"', '{"set":{'].some((begun) => text.startsWith(begun) || begun.startsWith(text))
  // A file system leaves zeros where it lost what was written; no line of a log has any.
  if (!isBeginning || rest.some((byte) => byte < 32)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}

export const unreadable = (place: string, error: unknown) =>
  damagedAt(place, `this stored world cannot be read: ${messageOf(error)}`, error)
