// Turns a snapshot into the text of a file, and back. It does not know files. The refusal of a damaged text names the place.

import { decodeText, isObject, parseJson, renderJson } from '../../json/json.ts'
import type { Id } from '../collection.ts'
import { unreadable } from './damage.ts'
import type { Snapshot } from './store.ts'

/** Text is passed on in chunks of this many characters, so that requests do not wait for a whole large world. */
const CHUNK = 64 * 1024

/** Writes one item on each line, so that people can read, search and compare the file. All chunks together are the file. */
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

/** Parses the content of a snapshot, with pauses. Throws a Problem that names the damaged place. */
export function* parseSnapshot(bytes: Uint8Array, file: string): Generator<void, Snapshot> {
  let text = ''
  try {
    text = decodeText(bytes)
    const value = (yield* parseInParts(text)) ?? parseJson(text)
    if (isSnapshot(value)) return value
  } catch (error) {
    const line = findDamagedLine(text)
    throw unreadable(line === undefined ? file : `${file}:${line}`, error)
  }
  throw unreadable(file, 'it must hold "nextIds", with one integer per collection, and "collections", with one array each')
}

/** The beginning of every file that nobody has edited. */
const HEAD = /^\{"nextIds": (.*),\n"collections": \{/

/**
 * The number of the first damaged line, counted from 1. In a text that ends too early, the last line. Undefined when the
 * line cannot be found.
 */
function findDamagedLine(text: string): number | undefined {
  if (!HEAD.test(text)) return undefined
  const lines = text.split('\n')
  const index = lines.findIndex((line, at) => at > 1 && line.startsWith('{') && !isItem(line.replace(/,$/, '')))
  if (index !== -1) return index + 1
  return text.endsWith('\n}}\n') ? undefined : lines.length
}

function isItem(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}

/**
 * Parses the layout of `renderSnapshot` in parts, because a parser of the whole text never pauses. Returns undefined for
 * any other text: a person may have edited it, and only the parser of the whole text can find its faults.
 */
function* parseInParts(text: string): Generator<void, unknown> {
  const head = HEAD.exec(text)
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

/** Parses the items between two places. Throws a SyntaxError when an item goes over several lines. */
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

export const isId = (value: unknown): value is Id => Number.isInteger(value) || typeof value === 'bigint'

/** Checks the shape only. Other code checks the items against the contract. */
export const isSnapshot = (value: unknown): value is Snapshot =>
  isObject(value) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isId) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))
