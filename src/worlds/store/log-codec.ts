// Turns commits into the text of a log file, one commit on each line, and back. It does not know files. The refusal of a
// damaged line names its place. A line of an earlier version is one change, without number and checksum.

import { decodeText, isObject, parseJson, renderJson } from '../../json/json.ts'
import type { Item } from '../collection.ts'
import { damagedAt, unreadable } from './damage.ts'
import { checksumOf, isId, isSnapshot } from './snapshot-codec.ts'
import type { Change } from './store.ts'

export function renderCommit(number: number, changes: readonly Change[], world: string): string {
  const text = `{"commit":${number},"changes":[${changes.map(renderChange).join(',')}]`
  return `${text},"checksum":"${checksumOf(world, text)}"}\n`
}

export function renderChange(change: Change): string {
  if ('put' in change) return `{"put":${renderJson(change.put)},"item":${renderJson(change.item)}}`
  if ('remove' in change) return `{"remove":${renderJson(change.remove)},"id":${change.id}}`
  return `{"set":${renderJson(change.set)}}`
}

interface Commit {
  readonly number?: number
  readonly changes: readonly Change[]
}

const CHECKSUM_BYTES = ',"checksum":"01234567"}'.length

function parseCommit(line: Uint8Array, world: string): Commit {
  const value = parseJson(decodeText(line))
  if (!isObject(value) || value.commit === undefined) return { changes: [readChange(value)] }
  if (value.checksum !== checksumOf(world, line.subarray(0, line.length - CHECKSUM_BYTES)))
    throw new SyntaxError('its checksum does not fit, so the line was changed or is of another world')
  return { number: Number(value.commit), changes: (value.changes as unknown[]).map(readChange) }
}

export function readChange(value: unknown): Change {
  const { put, item, remove, id, set } = (value ?? {}) as Partial<Record<string, unknown>>
  if (typeof put === 'string' && isObject(item) && isId(item.id)) return { put, item: item as Item }
  if (typeof remove === 'string' && isId(id)) return { remove, id }
  if (isSnapshot(set)) return { set }
  throw new SyntaxError('it must hold "put" and an "item" with an id, or "remove" and an "id", or "set" with all collections')
}

export interface LogOrigin {
  readonly file: string
  readonly world: string
  /** The number of the last commit that the snapshot has. */
  readonly commits: number
}

export interface ParsedLog {
  /** The changes after the snapshot. */
  readonly changes: Change[]
  /** The number of the last commit. */
  readonly commits: number
  /** The number of good bytes at the beginning. The bytes after them are an incomplete line, which was never acknowledged. */
  readonly good: number
  /** Whether the last good line has no line end. */
  readonly isOpen: boolean
}

/** Parses the lines of a log, with pauses. Throws a Problem that names the damaged line. */
export function* parseLog(bytes: Buffer, { file, world, commits }: LogOrigin): Generator<void, ParsedLog> {
  const changes: Change[] = []
  let lines = 0
  let last: number | undefined
  const addLine = (line: Uint8Array) => {
    lines += 1
    const commit = parseLine(line, `${file}:${lines}`, world)
    const number = commit.number ?? (last ?? 0) + 1
    const expected = last === undefined ? Math.min(number, commits + 1) : last + 1
    if (number !== expected) throw damagedAt(`${file}:${lines}`, `commit ${expected} is missing before commit ${number}`)
    last = number
    if (number > commits) changes.push(...commit.changes)
  }
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    if (lines % 100 === 99) yield
    addLine(bytes.subarray(start, end))
    start = end + 1
  }
  const rest = bytes.subarray(start)
  const isOpen = rest.length > 0 && !isCutShort(rest)
  if (isOpen) addLine(rest)
  return { changes, commits: Math.max(commits, last ?? 0), good: isOpen ? bytes.length : start, isOpen }
}

function parseLine(line: Uint8Array, place: string, world: string): Commit {
  try {
    return parseCommit(line, world)
  } catch (error) {
    throw unreadable(place, error)
  }
}

const BEGINNINGS = ['{"commit":', '{"put":"', '{"remove":"', '{"set":{']

/** Whether bytes without a line end are the beginning of a line. A complete JSON value and all other bytes are damage. */
function isCutShort(rest: Buffer): boolean {
  const text = rest.toString('latin1')
  const isBeginning = BEGINNINGS.some((begun) => text.startsWith(begun) || begun.startsWith(text))
  // A file system leaves zeros where it lost written bytes. A line of a log never has zeros.
  if (!isBeginning || rest.some((byte) => byte < 32)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}
