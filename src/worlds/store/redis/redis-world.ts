// One world in Redis. Any replica may change it: a change is stored only on the version that it was made on. A replica whose
// copy is not the newest gets the missed commits, or loads the world again.

import { parseJson, renderJson } from '../../../contract/json/json.ts'
import type { Change, Newer, Saved, WorldContent, WorldStore } from '../store.ts'
import type { Answer, Listener, RedisConnection } from './connection.ts'
import { fieldsOf, readFields, readVersion } from './fields.ts'
import { COMMIT, LOOK, RELEASE, TAKE } from './scripts.ts'

/** A longer commit is not kept for other replicas. They load the world again. */
const MAX_KEPT_COMMIT = 64 * 1024
const LOAD_MS = 10_000
/** Stale: the world is loaded again at its next use. */
const NEVER = -1
/** What was known of this many unloaded worlds is kept. */
const MAX_UNLOADED = 100_000

export class RedisWorld implements WorldStore, Listener {
  saved: Saved | undefined
  lost: string | undefined
  readonly #name: string
  readonly #connection: RedisConnection
  /** The version of this copy, and the replica that has stored it. */
  #version: string
  #writer: string
  #isLoaded = false
  /** The number of the owner when this copy was the newest. */
  #knownOwner = NEVER
  /** The highest number of an owner in a message. */
  #announcedOwner = 0
  /** How often messages may have been lost. */
  #losses = 0

  private constructor(name: string, connection: RedisConnection) {
    this.#name = name
    this.#connection = connection
    const [version, writer] = connection.unloaded.get(name) ?? ['0', '']
    this.#version = version
    this.#writer = writer
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
    const { listeners, unloaded } = this.#connection
    listeners.delete(this.#name)
    if (this.#version === '0') return
    unloaded.delete(this.#name)
    unloaded.set(this.#name, [this.#version, this.#writer])
    for (const name of unloaded.keys()) if (unloaded.size > MAX_UNLOADED) unloaded.delete(name)
    await this.#run(RELEASE)
  }

  #run(script: string, args: readonly string[] = [], ms?: number): Promise<Answer> {
    return this.#connection.run(script, this.#name, [this.#version, this.#writer, ...args], ms)
  }

  async #store(changes: readonly Change[], content: WorldContent): Promise<Newer | undefined> {
    const { isWhole, fields } = fieldsOf(changes, content)
    const text = renderJson(changes)
    const losses = this.#losses
    const shared = text.length > MAX_KEPT_COMMIT ? '' : text
    const answer = await this.#run(COMMIT, [shared, isWhole ? '1' : '', ...fields])
    if (answer.outcome === 'refused') {
      this.#knownOwner = NEVER
      return this.#catchUp(answer)
    }
    this.#reach(answer.version, answer.writer)
    if (losses === this.#losses) this.#knownOwner = Number(answer.owner)
    return undefined
  }

  async #take(): Promise<Newer | undefined> {
    const losses = this.#losses
    const answer = await this.#run(TAKE, [String(this.#announcedOwner)])
    const { outcome, clock, version, owner } = answer
    const newer = version === this.#version && this.#isLoaded ? undefined : await this.#catchUp(answer)
    if (losses === this.#losses) this.#knownOwner = Number(outcome === 'missing' ? clock : owner)
    return newer ?? (outcome === 'taken' ? [] : undefined)
  }

  /** The commits since the version of this copy, or the whole world. */
  async #catchUp(answer: Answer): Promise<Newer> {
    const isGone = answer.version === '0'
    const missed = answer.isLost || isGone ? undefined : await this.#findMissed(answer.version)
    if (missed) {
      this.#reach(answer.version, answer.writer)
      return missed
    }
    const key = this.#connection.keyOf('world', this.#name)
    const fields = isGone ? [] : ((await this.#connection.send(['HGETALL', key], LOAD_MS)) as string[])
    // Redis may have lost changes just before it read the fields. A script that returns all fields would take four times as long.
    const { isLost } = isGone ? answer : await this.#run(LOOK)
    const { version, writer } = readVersion(fields)
    const newer: Newer = version === '0' ? 'deleted' : [{ set: readFields(fields) }]
    if (isLost) {
      this.lost = this.#describeLoss(version)
      this.#connection.losses += 1
    }
    this.#reach(version, writer)
    return newer
  }

  #reach(version: string, writer: string): void {
    this.#version = version
    this.#writer = writer
    this.#isLoaded = true
  }

  /** The commits from the version of this copy to the given one; undefined when Redis does not have them all. */
  async #findMissed(version: string): Promise<Change[] | undefined> {
    if (!this.#isLoaded || this.#version === '0') return undefined
    const lines = (await this.#connection.send(['LRANGE', this.#connection.keyOf('commits', this.#name), '0', '-1'])) as string[]
    const missed: Change[] = []
    let reached = this.#version
    for (const line of lines.reverse()) {
      const [, from, to = '', text = ''] = /^(\S+) (\S+) (.*)$/s.exec(line) ?? []
      if (from !== reached || text === '' || reached === version) continue
      reached = to
      missed.push(...(parseJson(text) as Change[]))
    }
    return reached === version ? missed : undefined
  }

  #describeLoss(version: string): string {
    const { place } = this.#connection
    return version === '0'
      ? `${place} has lost the world ${this.#name}: nobody has deleted it. It begins with the fixtures, and ids are given again`
      : `${place} has lost changes of the world ${this.#name}: it has an older state than this sandbox has seen. The data is what is left there`
  }
}
