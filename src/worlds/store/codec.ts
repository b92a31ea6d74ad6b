// Renders and parses a snapshot, and a log with one commit on each line. Both have checksums. file-world.ts reads and writes the files.

import { crc32 } from 'node:zlib'
import { isInteger } from '../../contract/integer.ts'
import { decodeText, isObject, parseJson, renderJson } from '../../contract/json/json.ts'
import { type Change, type Snapshot, unreadable } from './store.ts'

/** A file that a person wrote has neither a number nor a checksum. */
interface SnapshotFile extends Snapshot {
  /** The number of the last commit that the snapshot has. */
  readonly commits?: number
  readonly checksum?: string
}

/** A person writes this in place of a checksum, and need not compute one. So a missing checksum beside a number is damage. */
export const EDITED = 'edited'

const CHECKSUM = '\n,"checksum": "'

/** Covers the name of the world too, so that a file of another world is noticed. */
const checksumOf = (world: string, content: string | Uint8Array) => crc32(content, crc32(world)).toString(16).padStart(8, '0')

/** One item is on each line, so that people can read, search and compare the file. */
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

/** Throws a Problem that names the file and the damage. */
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

export function isSnapshotOf(bytes: Buffer | undefined, world: string): boolean {
  try {
    return bytes !== undefined && parseSnapshot(bytes, '', world) !== undefined
  } catch {
    return false
  }
}

function checkChecksum({ checksum, commits }: SnapshotFile, bytes: Buffer, world: string): void {
  if (checksum === EDITED || (checksum === undefined && commits === undefined)) return
  if (checksum === checksumOf(world, bytes.subarray(0, Math.max(0, bytes.lastIndexOf(CHECKSUM))))) return
  const what =
    checksum === undefined ? 'is missing, so the file was changed' : 'does not fit, so the file was changed or is of another world'
  throw new Error(`its checksum ${what}. If you changed it, write ,"checksum": "edited" near its end`)
}

/** Checks the shape only. data-check.ts checks the items. */
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
 * `commits` is the number of the snapshot's last commit. Returns the changes after the snapshot, the number of the last commit, and the
 * bytes of an incomplete last line, which was never acknowledged. Throws a Problem that names the damaged line.
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
      // After a kill before the log was removed, the log may lack commits that only the snapshot has.
      if (number < next || number > Math.max(next, commits + 1)) throw new Error(`commit ${next} is missing before commit ${number}`)
      if (number > commits) log.changes.push(...changes)
      log.commits = Math.max(commits, number)
      next = number + 1
    } catch (error) {
      throw unreadable(`${file}:${line}`, error)
    }
    start += text.length + 1
  }
  return log
}

/** Whether bytes without a line end are the beginning of a line. All other bytes are damage, also complete JSON. */
function isCutShort(rest: Buffer): boolean {
  const text = rest.toString('latin1')
  // A file system leaves zeros where it lost written bytes. A log never has zeros.
  if (!(text.startsWith(COMMIT) || COMMIT.startsWith(text)) || rest.some((byte) => byte < 32)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}
