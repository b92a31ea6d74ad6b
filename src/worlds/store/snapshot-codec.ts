// Turns a snapshot into the text of a file, and back. It does not know files. The refusal of a damaged text names the place.

import { crc32 } from 'node:zlib'
import { decodeText, isObject, parseJson, renderJson } from '../../json/json.ts'
import type { Id } from '../collection.ts'
import { unreadable } from './damage.ts'
import type { Snapshot } from './store.ts'

/** What a snapshot file holds. A file of an earlier version has neither a number nor a checksum. */
export interface SnapshotFile extends Snapshot {
  /** The number of the last commit that the snapshot has. */
  readonly commits?: number
  /** A person who edits the file removes the line of the checksum. */
  readonly checksum?: string
}

/** Text is passed on in chunks of this many characters, so that requests do not wait for a whole large world. */
const CHUNK = 64 * 1024

const CHECKSUM = '\n,"checksum": "'

/** A checksum starts with the name of the world, so that a file of another world is noticed. */
export const checksumOf = (world: string, content: string | Uint8Array) => renderChecksum(crc32(content, crc32(world)))

const renderChecksum = (sum: number) => sum.toString(16).padStart(8, '0')

/** Writes one item on each line, so that people can read, search and compare the file. All chunks together are the file. */
export function* renderSnapshot(snapshot: Snapshot, commits: number, world: string): Generator<string, void> {
  let sum = crc32(world)
  for (const chunk of renderContent(snapshot, commits)) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  yield `${CHECKSUM}${renderChecksum(sum)}"\n}\n`
}

function* renderContent({ collections, nextIds }: Snapshot, commits: number): Generator<string, void> {
  let text = `{"commits": ${commits},\n"nextIds": ${renderJson(Object.fromEntries(sorted(nextIds)))},\n"collections": {`
  let separator = '\n'
  for (const [name, items] of sorted(collections)) {
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
  yield `${text}\n}`
}

/** Equal worlds have equal files, wherever they come from. */
const sorted = <Value>(record: Readonly<Record<string, Value>>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))

/** Parses the content of a snapshot, with pauses. Throws a Problem that names the damaged place. */
export function* parseSnapshot(bytes: Buffer, file: string, world: string): Generator<void, SnapshotFile> {
  const content = yield* parseContent(bytes, file)
  if (content.checksum === undefined) return content
  if (content.checksum === checksumOf(world, bytes.subarray(0, Math.max(0, bytes.lastIndexOf(CHECKSUM))))) return content
  throw unreadable(
    file,
    'its checksum does not fit, so the file was changed or is of another world. If you changed it, remove the line "checksum"',
  )
}

function* parseContent(bytes: Buffer, file: string): Generator<void, SnapshotFile> {
  let text = ''
  try {
    text = decodeText(bytes)
    const value = (yield* parseInParts(text)) ?? parseJson(text)
    if (isSnapshot(value)) return value
  } catch (error) {
    const line = findDamagedLine(text)
    throw unreadable(line === 0 ? file : `${file}:${line}`, error)
  }
  throw unreadable(file, 'it must hold "nextIds", with one integer per collection, and "collections", with one array each')
}

/** The beginning and the end of every file that the sandbox has written, in this version and in earlier ones. */
const HEAD = /^\{(?:"commits": (\d+),\n)?"nextIds": (.*),\n"collections": \{/
const END = /\n\}(?:\n,"checksum": "([^"\\\n]*)")?\n?\}\n$/
const END_LENGTH = 100

/** The number of the first line that begins an item and is none, counted from 1; 0 when there is no such line. */
function findDamagedLine(text: string): number {
  if (!HEAD.test(text)) return 0
  const isDamaged = (line: string, index: number) => {
    if (index < 2 || !/^\{"/.test(line)) return false
    try {
      parseJson(line.replace(/,$/, ''))
      return false
    } catch {
      return true
    }
  }
  return text.split('\n').findIndex(isDamaged) + 1
}

/**
 * Parses the layout of `renderSnapshot` in parts, because a parser of the whole text never pauses. Returns undefined for
 * any other text: a person may have edited it, and only the parser of the whole text can find its faults.
 */
function* parseInParts(text: string): Generator<void, unknown> {
  const [head, commits, nextIds = ''] = HEAD.exec(text) ?? []
  const end = END.exec(text.slice(-END_LENGTH))
  if (head === undefined || end === null) return
  const endAt = Math.max(0, text.length - END_LENGTH) + end.index
  const collections = new Map<string, unknown[]>()
  let at = head.length
  try {
    while (at !== endAt) {
      const opening = /(,?)\n("[^"\\\n]*"): \[\n/y
      opening.lastIndex = at
      const [found = '', comma, name = ''] = opening.exec(text) ?? []
      const key = String(parseJson(name))
      if ((comma === ',') !== collections.size > 0 || collections.has(key)) return
      const stop = text.indexOf('\n]', at + found.length)
      collections.set(key, yield* parseItems(text, at + found.length, stop))
      at = stop + 2
    }
    return {
      ...(commits !== undefined && { commits: Number(commits) }),
      ...{ nextIds: parseJson(nextIds), collections: Object.fromEntries(collections) },
      ...(end[1] !== undefined && { checksum: end[1] }),
    }
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
export const isSnapshot = (value: unknown): value is SnapshotFile =>
  isObject(value) &&
  (value.commits === undefined || Number.isSafeInteger(value.commits)) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isId) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))
