// Turns commits into the text of a log file, one commit on each line, and back. It does not know files. The refusal of a
// damaged line names its place. A line of an earlier version is one change, without number and checksum.

import { decodeText, isObject, parseJson, renderJson } from '../../contract/json/json.ts'
import type { Item } from '../collection.ts'
import { checksumOf, isId, isSnapshot } from './snapshot-codec.ts'
import { type Change, unreadable } from './store.ts'

export function renderCommit(number: number, changes: readonly Change[], world: string): string {
  const text = `{"commit":${number},"changes":[${changes.map(renderChange).join(',')}]`
  return `${text},"checksum":"${checksumOf(world, text)}"}\n`
}

export function renderChange(change: Change): string {
  if ('put' in change) return `{"put":${renderJson(change.put)},"item":${renderJson(change.item)}}`
  if ('remove' in change) return `{"remove":${renderJson(change.remove)},"id":${change.id}}`
  return `{"set":${renderJson(change.set)}}`
}

const CHECKSUM_BYTES = ',"checksum":"01234567"}'.length

function parseCommit(line: Uint8Array, world: string): { readonly number?: number; readonly changes: readonly Change[] } {
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

/**
 * Parses the lines of a log. `commits` is the number of the last commit that the snapshot has. Throws a Problem that names
 * the damaged line.
 */
export function parseLog(bytes: Buffer, file: string, world: string, commits: number) {
  const log = {
    /** The changes after the snapshot. */
    changes: [] as Change[],
    /** The number of the last commit. */
    commits,
    /** The number of good bytes at the beginning. The bytes after them are an incomplete line, which was never acknowledged. */
    good: 0,
    /** Whether the last good line has no line end. */
    isOpen: false,
  }
  let next: number | undefined
  for (let line = 1; log.good < bytes.length; line += 1) {
    const end = bytes.indexOf(10, log.good)
    const text = end === -1 ? bytes.subarray(log.good) : bytes.subarray(log.good, end)
    if (end === -1 && isCutShort(text)) break
    try {
      const { number = next ?? 1, changes } = parseCommit(text, world)
      next ??= Math.min(number, commits + 1)
      if (number !== next) throw new Error(`commit ${next} is missing before commit ${number}`)
      if (number > commits) log.changes.push(...changes)
      log.commits = Math.max(commits, number)
      next += 1
    } catch (error) {
      throw unreadable(`${file}:${line}`, error)
    }
    log.isOpen = end === -1
    log.good = log.isOpen ? bytes.length : end + 1
  }
  return log
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
