// Turns changes into the text of a log file, one change on each line, and back. It does not know files. The refusal of a
// damaged line names its place.

import { decodeText, isObject, parseJson, renderJson } from '../../json/json.ts'
import type { Item } from '../collection.ts'
import { unreadable } from './damage.ts'
import { isId, isSnapshot } from './snapshot-codec.ts'
import type { Change } from './store.ts'

/** One line of the log. Its first letters show whether an incomplete line is the beginning of a change. */
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
  /** The number of good bytes at the beginning. The bytes after them are an incomplete line, which was never acknowledged. */
  readonly good: number
  /** Whether the last good line has no line end. */
  readonly isOpen: boolean
}

/** Parses the lines of a log, with pauses. Throws a Problem that names the damaged line. */
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

/** Whether bytes without a line end are the beginning of a change. A complete JSON value and all other bytes are damage. */
function isCutShort(rest: Buffer): boolean {
  const text = rest.toString('latin1')
  const isBeginning = ['{"put":"', '{"remove":"', '{"set":{'].some((begun) => text.startsWith(begun) || begun.startsWith(text))
  // A file system leaves zeros where it lost written bytes. A line of a log never has zeros.
  if (!isBeginning || rest.some((byte) => byte < 32)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}
