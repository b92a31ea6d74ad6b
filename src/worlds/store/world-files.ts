// What stands in the files of a world, from value to text and back. What is damaged is refused with its place.

import { readFile, stat, truncate } from 'node:fs/promises'
import { decodeText, isObject, parseJson, renderJson } from '../../json.ts'
import { messageOf, Problem } from '../../problem.ts'
import type { Id, Item } from '../collection.ts'
import type { Change, Saved, Snapshot } from './store.ts'

/** One item a line, so that people can read, search and compare the file. */
export function renderSnapshot(snapshot: Snapshot): string {
  const text = RENDERED.get(snapshot) ?? render(snapshot)
  RENDERED.set(snapshot, text)
  return text
}

/** What worlds begin with is one snapshot, written for each of them. */
const RENDERED = new WeakMap<Snapshot, string>()

function render({ collections, nextIds }: Snapshot): string {
  const lists = Object.entries(collections).map(
    ([name, items]) => `${renderJson(name)}: [\n${items.map((item) => renderJson(item)).join(',\n')}\n]`,
  )
  return `{"nextIds": ${renderJson(nextIds)},\n"collections": {\n${lists.join(',\n')}\n}}\n`
}

/** Throws a SyntaxError for what is none. */
export function parseSnapshot(text: string): Snapshot {
  const value = parseJson(text)
  if (!isSnapshot(value))
    throw new SyntaxError('it must hold "nextIds", with one integer per collection, and "collections", with one array each')
  return value
}

const isId = (value: unknown): value is Id => Number.isInteger(value) || typeof value === 'bigint'

/** The shape only: whether the items fit the contract is for whoever knows it. */
const isSnapshot = (value: unknown): value is Snapshot =>
  isObject(value) &&
  isObject(value.nextIds) &&
  Object.values(value.nextIds).every(isId) &&
  isObject(value.collections) &&
  Object.values(value.collections).every((items) => Array.isArray(items))

/** The bytes of a file; undefined when there is none. What is no regular file may have no end. */
export async function readRegular(file: string): Promise<Buffer | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Error('it is no regular file')
  return readFile(file)
}

/** Lines as bytes: what is no UTF-8 in one of them must be named, not mended. */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0, end = bytes.indexOf(10); end !== -1; start = end + 1, end = bytes.indexOf(10, start)) yield bytes.subarray(start, end)
}

/** Reads the changes of a log, and cuts a torn last line off. */
export async function readLog(file: string): Promise<Pick<Saved, 'changes' | 'notice'>> {
  const bytes = (await readRegular(file).catch((error) => refuseDamaged(file, error))) ?? Buffer.alloc(0)
  const whole = bytes.lastIndexOf(10) + 1
  const changes = [...linesOf(bytes)].map((line, index) => {
    try {
      return parseChange(decodeText(line))
    } catch (error) {
      return refuseDamaged(`${file}:${index + 1}`, error)
    }
  })
  if (whole === bytes.length) return { changes }
  await truncate(file, whole)
  return {
    changes,
    notice: `${file}: the last line was cut short (${bytes.length - whole} bytes): a change that was never acknowledged is dropped`,
  }
}

function parseChange(line: string): Change {
  const { put, item, set } = (parseJson(line) ?? {}) as Partial<Record<string, unknown>>
  if (typeof put === 'string' && isObject(item) && isId(item.id)) return { put, item: item as Item }
  if (isSnapshot(set)) return { set }
  throw new SyntaxError('it must hold "put" and an "item" with an id, or "set" with all collections')
}

/** Throws a Problem that names the place and the way out. */
export function refuseDamaged(place: string, error: unknown): never {
  throw new Problem(
    'unavailable',
    `${place}: this stored world cannot be read: ${messageOf(error)}. Mend the file, or move it away to start the world anew`,
    { cause: error },
  )
}
