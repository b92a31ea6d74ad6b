// Turns a snapshot into the text of a file, and back. It does not know files.

import { crc32 } from 'node:zlib'
import { decodeText, isObject, parseJson, renderJson } from '../../contract/json/json.ts'
import type { Id } from '../collection.ts'
import type { Snapshot } from './store.ts'

/** What a snapshot file holds. A file of an earlier version has neither a number nor a checksum. */
export interface SnapshotFile extends Snapshot {
  /** The number of the last commit that the snapshot has. */
  readonly commits?: number
  /** `edited` in a file that a person has changed. So a checksum that is missing is damage, and a person need not compute one. */
  readonly checksum?: string
}

/** What a person writes in place of the checksum. */
export const EDITED = 'edited'

const CHECKSUM = '\n,"checksum": "'

/** A checksum starts with the name of the world, so that a file of another world is noticed. */
export const checksumOf = (world: string, content: string | Uint8Array) => crc32(content, crc32(world)).toString(16).padStart(8, '0')

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
const sorted = <Value>(record: Readonly<Record<string, Value>>) =>
  Object.keys(record)
    .sort()
    .map((name) => [name, record[name] as Value] as const)

/** Parses the content of a snapshot. Throws an error that says what is damaged. */
export function parseSnapshot(bytes: Buffer, world: string): SnapshotFile {
  const content = parseJson(decodeText(bytes))
  if (!isSnapshot(content))
    throw new Error('it must hold "nextIds", with one integer per collection, and "collections", with one array each')
  if (content.checksum === EDITED || (content.checksum === undefined && content.commits === undefined)) return content
  if (content.checksum === checksumOf(world, bytes.subarray(0, Math.max(0, bytes.lastIndexOf(CHECKSUM))))) return content
  const what =
    content.checksum === undefined ? 'is missing, so the file was changed' : 'does not fit, so the file was changed or is of another world'
  throw new Error(`its checksum ${what}. If you changed it, write ,"checksum": "edited" near its end`)
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
