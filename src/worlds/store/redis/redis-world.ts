// One world in Redis. Any replica may change it: a change is stored only on the version that it was made on. A replica whose
// copy is not the newest gets the missed commits, or loads the world again.

import { parseJson } from '../../../json/json.ts'
import { runWithPauses } from '../../pauses.ts'
import { readChange, renderChange } from '../log-codec.ts'
import type { Change, Newer, Saved, WorldContent, WorldStore } from '../store.ts'
import type { Listener, RedisConnection } from './connection.ts'
import { fieldsOf, readFields } from './fields.ts'
import { COMMIT, RELEASE, TAKE } from './scripts.ts'

/** A longer commit is not kept for other replicas. They load the world again. */
const MAX_KEPT_COMMIT = 64 * 1024
const LOAD_MS = 10_000
/** This copy is older than every copy of others. */
const NEVER = -1

export class RedisWorld implements WorldStore, Listener {
  saved: Saved | undefined
  readonly #name: string
  readonly #connection: RedisConnection
  #version = '0'
  /** The number of the owner when this copy was the newest. */
  #knownOwner = NEVER
  /** The highest number of an owner in a message. */
  #announcedOwner = 0
  /** How often messages may have been lost. */
  #losses = 0

  private constructor(name: string, connection: RedisConnection) {
    this.#name = name
    this.#connection = connection
  }

  static async open(name: string, connection: RedisConnection): Promise<RedisWorld> {
    const world = new RedisWorld(name, connection)
    connection.listeners.set(name, world)
    const newer = await world.#take()
    const [first] = Array.isArray(newer) ? newer : []
    if (first !== undefined && 'set' in first) world.saved = { ...first.set, place: `${connection.place}, world ${name}` }
    return world
  }

  get isCurrent(): boolean {
    return this.#announcedOwner <= this.#knownOwner || this.#connection.isAway
  }

  ownerChanged(owner: number): void {
    this.#announcedOwner = Math.max(this.#announcedOwner, owner)
  }

  messagesLost(): void {
    this.#losses += 1
    this.#knownOwner = NEVER
  }

  async commit(changes: readonly Change[], content: WorldContent): Promise<Newer | undefined> {
    return changes.length === 0 ? this.#take() : this.#store(changes, content)
  }

  async close(): Promise<void> {
    this.#connection.listeners.delete(this.#name)
    if (this.#version !== '0') await this.#connection.run(RELEASE, this.#name)
  }

  async #store(changes: readonly Change[], content: WorldContent): Promise<Newer | undefined> {
    const { isWhole, fields } = fieldsOf(changes, content)
    const text = `[${changes.map(renderChange).join(',')}]`
    const losses = this.#losses
    const shared = text.length > MAX_KEPT_COMMIT ? '' : text
    const args = [this.#version, shared, isWhole ? '1' : '', ...fields]
    const [outcome, , version, owner] = await this.#connection.run(COMMIT, this.#name, args)
    if (outcome === 'refused') {
      this.#knownOwner = NEVER
      return this.#catchUp(version)
    }
    this.#version = version
    if (losses === this.#losses) this.#knownOwner = Number(owner)
    return undefined
  }

  async #take(): Promise<Newer | undefined> {
    const losses = this.#losses
    const [outcome, clock, version, owner] = await this.#connection.run(TAKE, this.#name)
    const newer = version === this.#version ? undefined : await this.#catchUp(version)
    if (losses === this.#losses) this.#knownOwner = Number(outcome === 'missing' ? clock : owner)
    return newer ?? (outcome === 'taken' ? [] : undefined)
  }

  /** The commits since the version of this copy, or the whole world. */
  async #catchUp(version: string): Promise<Newer> {
    if (version === '0') {
      this.#version = '0'
      return 'deleted'
    }
    const list = this.#connection.keyOf('commits', this.#name)
    const lines = this.#version === '0' ? [] : ((await this.#connection.send(['LRANGE', list, '0', '-1'])) as string[])
    const missed: Change[] = []
    let reached = this.#version
    for (const line of lines.reverse()) {
      const [, from, to = '', text = ''] = /^(\d+) (\d+) (.*)$/s.exec(line) ?? []
      if (from !== reached) continue
      reached = to
      missed.push(...(parseJson(text) as unknown[]).map(readChange))
    }
    if (Number(reached) < Number(version)) return this.#load()
    this.#version = reached
    return missed
  }

  async #load(): Promise<Newer> {
    const fields = (await this.#connection.send(['HGETALL', this.#connection.keyOf('world', this.#name)], LOAD_MS)) as string[]
    const version = fields[fields.findIndex((field, at) => at % 2 === 0 && field === 'v') + 1]
    if (version === undefined) return this.#catchUp('0')
    const snapshot = await runWithPauses(readFields(fields))
    this.#version = version
    return [{ set: snapshot }]
  }
}
