// One world in Redis. Any replica may change it: a change is stored only on the version that it was made on. A replica whose
// copy is not the newest gets the missed commits, or loads the world again.

import { parseJson } from '../../../json/json.ts'
import { runWithPauses } from '../../pauses.ts'
import { readChange, renderChange } from '../log-codec.ts'
import type { Change, Newer, Saved, WorldStore } from '../store.ts'
import type { RedisConnection } from './connection.ts'
import { fieldsOf, type NextIds, readFields } from './fields.ts'
import { COMMIT, RELEASE, TAKE } from './scripts.ts'

/** A longer commit is not kept for other replicas. They load the world again. */
const MAX_KEPT_COMMIT = 64 * 1024
const LOAD_MS = 10_000
/** This copy is older than every copy of others. */
const NEVER = -1

/** One replica of the sandbox, and its connection. */
export interface Replica {
  readonly name: string
  readonly connection: RedisConnection
  /** Forgets a world that was closed. */
  readonly forget: (world: RedisWorld) => void
}

export class RedisWorld implements WorldStore {
  saved: Saved | undefined
  readonly name: string
  readonly #replica: Replica
  #version = '0'
  #nextIds: NextIds = {}
  /** The number of the owner when this copy was the newest. */
  #own = NEVER
  /** The highest number of an owner in a message. */
  #told = 0
  /** How often messages may have been lost. */
  #losses = 0

  private constructor(name: string, replica: Replica) {
    this.name = name
    this.#replica = replica
  }

  static async open(name: string, replica: Replica, listen: (world: RedisWorld) => void): Promise<RedisWorld> {
    const world = new RedisWorld(name, replica)
    listen(world)
    const newer = await world.#take()
    const [first] = Array.isArray(newer) ? newer : []
    if (first !== undefined && 'set' in first) world.saved = { ...first.set, place: `${replica.connection.place}, world ${name}` }
    return world
  }

  get isCurrent(): boolean {
    return this.#told <= this.#own || this.#replica.connection.isAway
  }

  /** Another replica has taken the world, or deleted it. */
  ownerChanged(owner: number): void {
    this.#told = Math.max(this.#told, owner)
  }

  /** Messages may have been lost. */
  messagesLost(): void {
    this.#losses += 1
    this.#own = NEVER
  }

  async commit(changes: readonly Change[]): Promise<Newer | undefined> {
    return changes.length === 0 ? this.#take() : this.#store(changes)
  }

  async close(): Promise<void> {
    const { connection, name } = this.#replica
    this.#replica.forget(this)
    if (this.#version !== '0') await connection.run(RELEASE, keysOf(connection, this.name), [name])
  }

  async #store(changes: readonly Change[]): Promise<Newer | undefined> {
    const { connection, name } = this.#replica
    const { isWhole, fields, nextIds } = fieldsOf(changes, this.#nextIds)
    const text = `[${changes.map(renderChange).join(',')}]`
    const losses = this.#losses
    const [outcome, , version, owner] = await connection.run(COMMIT, keysOf(connection, this.name), [
      ...[name, connection.channel, this.name, this.#version],
      ...[text.length > MAX_KEPT_COMMIT ? '' : text, isWhole ? '1' : ''],
      ...fields,
    ])
    if (outcome === 'refused') {
      this.#own = NEVER
      return this.#catchUp(version)
    }
    this.#version = version
    this.#nextIds = nextIds
    if (losses === this.#losses) this.#own = Number(owner)
    return undefined
  }

  async #take(): Promise<Newer | undefined> {
    const { connection, name } = this.#replica
    const losses = this.#losses
    const args = [name, connection.channel, this.name]
    const [outcome, clock, version, owner] = await connection.run(TAKE, keysOf(connection, this.name), args)
    const newer = version === this.#version ? undefined : await this.#catchUp(version)
    if (losses === this.#losses) this.#own = Number(outcome === 'missing' ? clock : owner)
    return newer ?? (outcome === 'taken' ? [] : undefined)
  }

  /** The commits since the version of this copy, or the whole world. */
  async #catchUp(version: string): Promise<Newer> {
    if (version === '0') return this.#start()
    const { connection } = this.#replica
    const [, commits] = keysOf(connection, this.name)
    const lines = this.#version === '0' ? [] : ((await connection.send(['LRANGE', commits, '0', '-1'])) as string[])
    const missed: Change[] = []
    let reached = this.#version
    for (const line of lines.reverse()) {
      const [, from, to = '', text = ''] = /^(\d+) (\d+) (.*)$/s.exec(line) ?? []
      if (from !== reached) continue
      reached = to
      missed.push(...(parseJson(text) as unknown[]).map(readChange))
    }
    if (Number(reached) < Number(version)) return this.#load()
    this.#nextIds = fieldsOf(missed, this.#nextIds).nextIds
    this.#version = reached
    return missed
  }

  async #load(): Promise<Newer> {
    const { connection } = this.#replica
    const [hash] = keysOf(connection, this.name)
    const fields = (await connection.send(['HGETALL', hash], LOAD_MS)) as string[]
    const version = fields[fields.findIndex((field, at) => at % 2 === 0 && field === 'v') + 1]
    if (fields.length === 0 || version === undefined) return this.#start()
    const snapshot = await runWithPauses(readFields(fields))
    this.#nextIds = snapshot.nextIds
    this.#version = version
    return [{ set: snapshot }]
  }

  /** The world is not stored, or not any more. */
  #start(): Newer {
    this.#version = '0'
    this.#nextIds = {}
    return 'deleted'
  }
}

/** The hash of a world and the list of its last commits. */
export const keysOf = ({ prefix }: RedisConnection, world: string): [hash: string, commits: string] => [
  `${prefix}world:${world}`,
  `${prefix}commits:${world}`,
]
