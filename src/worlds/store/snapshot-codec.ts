// A snapshot as the text of a file, and back. It knows text, and no disk. Text that is damaged is refused with its place.

import { decodeText, isObject, parseJson, renderJson } from '../../json/json.ts'
import type { Id } from '../collection.ts'
import { unreadable } from './damage.ts'
import type { Snapshot } from './store.ts'

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

/** Parses the content of a snapshot, with pauses. Throws a Problem that names the place which is damaged. */
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

/** How every file begins that nobody has edited. */
const HEAD = /^\{"nextIds": (.*),\n"collections": \{/

/** The first line whose item cannot be parsed, or the last one of a text that ends too early, from 1; undefined when that cannot be told. */
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
 * Parses the layout that `renderSnapshot` writes, some items at a time: a parser of the whole text never pauses. Undefined
 * for any other text, which a person may have edited: only the parser of the whole can say what is wrong with it.
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

export const isId = (value: unknown): value is Id => Number.isInteger(value) || typeof value === 'bigint'

/** The shape only: whether the items fit the contract is for whoever knows it. */
export const isSnapshot = (value: unknown): value is Snapshot =>
  isObject(value) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isId) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))
