// One world in Redis, as a hash. The field `item:<collection>:<id>` has the JSON of an item, and `next:<collection>` has the next id. Redis
// never reads the JSON, so numbers of 64 bits stay exact. Any replica may change the world: a change is stored only on the version that
// it was made on. A replica with an older copy gets the missed commits, or the whole world.

import { parseJson, readJson, renderJson } from '../../../contract/json/json.ts'
import type { Id, Item } from '../../collection.ts'
import type { Change, Newer, Saved, Snapshot, WorldContent, WorldStore } from '../store.ts'
import type { Answer, RedisConnection } from './connection.ts'
import { COMMIT, RELEASE, TAKE } from './scripts.ts'

const LOAD_MS = 10_000

export class RedisWorld implements WorldStore {
  saved: Saved | undefined
  readonly #name: string
  readonly #connection: RedisConnection
  /** The version of this copy: an empty text before the first load, and '0' while the world is not stored. */
  #version = ''
  /** How often another process may have changed or taken the world. */
  #heard = 0
  /** The value of `#heard` for which this copy is the newest. With -1, the next use takes the world. */
  #known = -1

  private constructor(name: string, connection: RedisConnection) {
    this.#name = name
    this.#connection = connection
  }

  static async open(name: string, connection: RedisConnection): Promise<RedisWorld> {
    const world = new RedisWorld(name, connection)
    connection.listeners.set(name, () => {
      world.#heard += 1
    })
    const newer = await world.#take().catch((error) => {
      connection.listeners.delete(name)
      throw error
    })
    const [first] = Array.isArray(newer) ? newer : []
    if (first !== undefined && 'set' in first) world.saved = { ...first.set, place: `${connection.place}, world ${name}` }
    return world
  }

  get isCurrent(): boolean {
    return this.#known === this.#heard || this.#connection.isAway
  }

  async commit(changes: readonly Change[], content: WorldContent): Promise<Newer | undefined> {
    return changes.length === 0 ? this.#take() : this.#store(changes, content)
  }

  async close(): Promise<void> {
    this.#connection.listeners.delete(this.#name)
    if (this.#version !== '0') await this.#run(RELEASE)
  }

  #run(script: string, args: readonly string[] = []) {
    return this.#connection.run(script, this.#name, [this.#version, ...args])
  }

  async #store(changes: readonly Change[], content: WorldContent): Promise<Newer | undefined> {
    const heard = this.#heard
    const answer = await this.#run(COMMIT, fieldsOf(changes, content)).catch((error) => {
      // Redis may have stored the change without an answer.
      this.#known = -1
      throw error
    })
    const isRefused = answer.outcome === 'refused'
    this.#known = isRefused ? -1 : heard
    if (isRefused) return this.#catchUp(answer)
    this.#version = answer.version
    return undefined
  }

  async #take(): Promise<Newer | undefined> {
    const heard = this.#heard
    const answer = await this.#run(TAKE)
    const newer = answer.version === this.#version ? undefined : await this.#catchUp(answer)
    this.#known = heard
    return newer ?? (answer.outcome === 'taken' ? [] : undefined)
  }

  /** The missed commits, or the whole world when Redis does not have all of them as JSON. */
  async #catchUp(answer: Answer): Promise<Newer> {
    const missed = answer.missed?.map(readJson)
    if (missed?.every(Array.isArray)) {
      this.#version = answer.version
      return missed.flat() as Change[]
    }
    const key = this.#connection.keyOf('world', this.#name)
    const fields = (await this.#connection.send(['HGETALL', key], LOAD_MS)) as string[]
    const { version, snapshot } = readFields(fields)
    this.#version = version
    return version === '0' ? 'deleted' : [{ set: snapshot }]
  }
}

/**
 * The changes as JSON, or an empty text when all fields from before are removed. Then names and texts of fields in turn, in the order of
 * the changes. A field with an empty text is removed.
 */
function fieldsOf(changes: readonly Change[], content: WorldContent): string[] {
  const isWhole = changes.some((change) => 'set' in change)
  const fields = [isWhole ? '' : renderJson(changes)]
  if (isWhole) {
    for (const [name, items] of Object.entries(content.snapshot().collections))
      for (const item of items) fields.push(fieldOf(name, item.id), renderJson(item))
  }
  for (const change of isWhole ? [] : changes) {
    if ('put' in change) fields.push(fieldOf(change.put, change.item.id), renderJson(change.item))
    else if ('remove' in change) fields.push(fieldOf(change.remove, change.id), '')
  }
  for (const [name, id] of Object.entries(content.nextIds)) fields.push(`next:${name}`, String(id))
  return fields
}

const fieldOf = (collection: string, id: Id) => `item:${collection}:${id}`

/** `fields` has names and values in turn. */
function readFields(fields: readonly string[]): { readonly version: string; readonly snapshot: Snapshot } {
  const collections: Record<string, Item[]> = {}
  const nextIds: Record<string, Id> = {}
  let version = '0'
  for (let at = 0; at < fields.length; at += 2) {
    const [field = '', text = ''] = [fields[at], fields[at + 1]]
    if (field === 'v') version = text
    const [, kind, name = ''] = /^(item|next):([^:]*)/.exec(field) ?? []
    if (kind === undefined) continue
    collections[name] ??= []
    if (kind === 'item') collections[name].push(parseJson(text) as Item)
    else nextIds[name] = parseJson(text) as Id
  }
  return { version, snapshot: { collections, nextIds } }
}
