// The texts of a world's files, and back: a snapshot, and a log with one commit on each line. Both have checksums. This file does not
// know files.

import { crc32 } from 'node:zlib'
import { isInteger } from '../../contract/integer.ts'
import { decodeText, isObject, parseJson, renderJson } from '../../contract/json/json.ts'
import { type Change, type Snapshot, unreadable } from './store.ts'

/** What a snapshot file holds. A file that a person wrote has neither a number nor a checksum. */
interface SnapshotFile extends Snapshot {
  /** The number of the last commit that the snapshot has. */
  readonly commits?: number
  readonly checksum?: string
}

/** What a person writes in place of the checksum. So a checksum that is missing is damage, and a person need not compute one. */
export const EDITED = 'edited'

const CHECKSUM = '\n,"checksum": "'

/** A checksum starts with the name of the world, so that a file of another world is noticed. */
const checksumOf = (world: string, content: string | Uint8Array) => crc32(content, crc32(world)).toString(16).padStart(8, '0')

/** Writes one item on each line, so that people can read, search and compare the file. */
export function renderSnapshot({ collections, nextIds }: Snapshot, commits: number, world: string): string {
  const lists = sorted(collections).map(
    ([name, items]) => `${renderJson(name)}: [\n${items.map((item) => renderJson(item)).join(',\n')}\n]`,
  )
  const head = `{"commits": ${commits},\n"nextIds": ${renderJson(Object.fromEntries(sorted(nextIds)))},\n"collections": {`
  const content = `${head}${lists.length === 0 ? '' : '\n'}${lists.join(',\n')}\n}`
  return `${content}${CHECKSUM}${checksumOf(world, content)}"\n}\n`
}

/** Equal worlds have equal files, wherever they come from. */
const sorted = <Value>(record: Readonly<Record<string, Value>>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))

/** Parses a snapshot. Throws a Problem that names the file and the damage. */
export function parseSnapshot(bytes: Buffer, file: string, world: string): SnapshotFile {
  try {
    const content = parseJson(decodeText(bytes))
    if (!isSnapshot(content))
      throw new Error('it must hold "nextIds", with one integer per collection, and "collections", with one array each')
    checkChecksum(content, bytes, world)
    return content
  } catch (error) {
    throw unreadable(file, error)
  }
}

function checkChecksum({ checksum, commits }: SnapshotFile, bytes: Buffer, world: string): void {
  if (checksum === EDITED || (checksum === undefined && commits === undefined)) return
  if (checksum === checksumOf(world, bytes.subarray(0, Math.max(0, bytes.lastIndexOf(CHECKSUM))))) return
  const what =
    checksum === undefined ? 'is missing, so the file was changed' : 'does not fit, so the file was changed or is of another world'
  throw new Error(`its checksum ${what}. If you changed it, write ,"checksum": "edited" near its end`)
}

/** Checks the shape only. Other code checks the items against the contract. */
const isSnapshot = (value: unknown): value is SnapshotFile =>
  isObject(value) &&
  (value.commits === undefined || Number.isSafeInteger(value.commits)) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isInteger) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))

const COMMIT = '{"commit":'
const CHECKSUM_BYTES = ',"checksum":"01234567"}'.length

export function renderCommit(number: number, changes: readonly Change[], world: string): string {
  const text = `${COMMIT}${number},"changes":${renderJson(changes)}`
  return `${text},"checksum":"${checksumOf(world, text)}"}\n`
}

function parseCommit(line: Uint8Array, world: string): { readonly number: number; readonly changes: readonly Change[] } {
  const { commit, changes, checksum } = Object(parseJson(decodeText(line))) as Partial<Record<string, unknown>>
  if (checksum !== checksumOf(world, line.subarray(0, Math.max(0, line.length - CHECKSUM_BYTES))))
    throw new SyntaxError('its checksum does not fit, so the line was changed or is of another world')
  return { number: Number(commit), changes: changes as Change[] }
}

/**
 * Parses the lines of a log. `commits` is the number of the last commit that the snapshot has. Returns the changes after the snapshot,
 * the number of the last commit, and the bytes of an incomplete last line, which was never acknowledged. Throws a Problem that names
 * the damaged line.
 */
export function parseLog(bytes: Buffer, file: string, world: string, commits: number) {
  const log = { changes: [] as Change[], commits, torn: 0 }
  let next: number | undefined
  for (let line = 1, start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf('\n', start)
    const text = bytes.subarray(start, end === -1 ? undefined : end)
    if (end === -1 && isCutShort(text)) {
      log.torn = text.length
      break
    }
    try {
      const { number, changes } = parseCommit(text, world)
      next ??= Math.min(number, commits + 1)
      if (number !== next) throw new Error(`commit ${next} is missing before commit ${number}`)
      if (number > commits) log.changes.push(...changes)
      log.commits = Math.max(commits, number)
      next += 1
    } catch (error) {
      throw unreadable(`${file}:${line}`, error)
    }
    start += text.length + 1
  }
  return log
}

/** Whether bytes without a line end are the beginning of a line. A complete JSON value and all other bytes are damage. */
function isCutShort(rest: Buffer): boolean {
  const text = rest.toString('latin1')
  // A file system leaves zeros where it lost written bytes. A line of a log never has zeros.
  if (!(text.startsWith(COMMIT) || COMMIT.startsWith(text)) || rest.some((byte) => byte < 32)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}
