// All worlds: those in memory, up to a number, and those in the store. A world comes to life when it is first used; the
// one that is idle for longest is written out and let go.

import type { Observer } from '../record/observer.ts'
import { messageOf, Problem } from '../replies/problem.ts'
import { isWorldName, WORLD_NAME_RULE } from '../words/world-name.ts'
import { type DamagedWorld, KeptWorlds, type KeptWorldsOptions } from './kept-worlds.ts'
import type { StoredWorld } from './store/store.ts'
import { type SessionParts, World } from './world.ts'

export interface WorldsOptions extends SessionParts, KeptWorldsOptions {
  /** How many stay in memory; worlds with a request under way may exceed it. */
  readonly maxWorlds: number
  readonly observer: Required<Observer>
}

/** A world as a list of worlds has it. */
export interface ListedWorld extends StoredWorld {
  /** Where it is in memory. */
  readonly world?: World
  /** Why its data cannot be used. */
  readonly damage?: string
}

/** So many worlds are removed from the store at once. */
const MAX_REMOVED = 50

/** The first requests after a start come before the kept worlds are looked at. */
const LOOK_AFTER_MS = 100
/** So many are looked at at a time. */
const LOOKS = 4

export class Worlds {
  readonly #options: WorldsOptions
  readonly #kept: KeptWorlds
  /** In the order of their last use. */
  readonly #live = new Map<string, World>()
  /** Worlds on their way in or out of memory. */
  readonly #moving = new Map<string, Promise<unknown>>()
  #lookTimer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isClosed = false

  constructor(options: WorldsOptions) {
    this.#options = options
    this.#kept = new KeptWorlds(options)
  }

  /** Where the worlds are kept, for people. */
  get place(): string {
    return this.#options.store.place
  }

  /** The names of those in memory: a look that costs nothing, however many are kept. */
  get liveNames(): string[] {
    return [...this.#live.keys()].sort()
  }

  /** Kept worlds that cannot be used, as far as they were looked at. */
  get damaged(): DamagedWorld[] {
    return this.#kept.damaged
  }

  /** Soon looks at every kept world, a few at a time, while requests are served: a damaged one is named in the log. */
  startLooking(): void {
    this.#lookTimer = setTimeout(() => {
      this.#looking = this.#lookAtAll().catch((error) => {
        this.#options.notify(`${this.place}: the kept worlds could not be looked at: ${messageOf(error)}`)
      })
    }, LOOK_AFTER_MS).unref()
  }

  /** Enters the world if it is in memory: the common case, without a wait. Whoever enters must leave. */
  enterLive(name: string): World | undefined {
    const world = this.#live.get(name)
    if (world === undefined || this.#isClosed) return undefined
    // Somebody may have mended a damaged world: when nobody uses it, it is loaded again.
    if (world.damage && world.users === 0) return undefined
    return this.#take(world)
  }

  /** Enters the world, brought to life if need be. What is kept of it may be damaged: then it has a session, and no data. */
  async enter(name: string): Promise<World> {
    // A name becomes the name of a file.
    if (!isWorldName(name)) throw new Problem('invalid_value', `${JSON.stringify(name)} names no world: ${WORLD_NAME_RULE}`)
    for (;;) {
      const live = this.enterLive(name)
      if (live) return live
      if (this.#isClosed) throw new Problem('unavailable', 'The sandbox is closed')
      await (this.#moving.get(name) ?? this.#track(name, this.#bringIn(name)))
      const moved = this.#live.get(name)
      if (moved) return this.#take(moved)
    }
  }

  leave(world: World): void {
    world.users -= 1
    if (world.users === 0) this.#letGo()
  }

  /** Whether a world is in memory or in the store. */
  async has(name: string): Promise<boolean> {
    return isWorldName(name) && (this.#live.has(name) || this.#options.store.has(name))
  }

  /** Those in memory and those in the store, by name. */
  async list(): Promise<ListedWorld[]> {
    const kept = await this.#options.store.list()
    const damages = new Map(this.damaged.map(({ world, reason }) => [world, reason]))
    const idle = kept.filter(({ name }) => !this.#live.has(name)).map((one) => ({ ...one, ...damageOf(damages.get(one.name)) }))
    return [...idle, ...[...this.#live.values()].map(describeWorld)].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Removes a world from memory and from the store. Changes that are still under way in it are refused. */
  async delete(name: string): Promise<void> {
    while (this.#moving.has(name)) await this.#moving.get(name)
    const world = this.#live.get(name)
    this.#live.delete(name)
    await this.#track(name, this.#remove(name, world))
  }

  /** Removes all worlds from the store that are not in memory, but for damaged ones. */
  async deleteKept(): Promise<void> {
    const kept = (await this.list()).filter(({ world, damage }) => world === undefined && damage === undefined)
    for (let at = 0; at < kept.length; at += MAX_REMOVED) {
      const names = kept.slice(at, at + MAX_REMOVED).map(({ name }) => name)
      await Promise.all(names.map((name) => this.#isAway(name) && this.#track(name, this.#remove(name, undefined))))
    }
  }

  /** Resolves when the store can be written, and rejects with the reason when not. */
  checkStore(): Promise<void> {
    return this.#options.store.check()
  }

  /** Writes all worlds out. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#lookTimer)
    await this.#looking
    while (this.#moving.size > 0) await Promise.allSettled(this.#moving.values())
    await Promise.all([...this.#live.values()].map((world) => this.#putAway(world)))
    this.#live.clear()
    await this.#options.store.close()
  }

  /** Whether a world is neither in memory nor on its way. */
  #isAway(name: string): boolean {
    return !this.#live.has(name) && !this.#moving.has(name)
  }

  async #remove(name: string, world: World | undefined): Promise<void> {
    if (world && !world.damage) await world.data.discard()
    await this.#options.store.delete(name).catch((error) => {
      throw new Problem('unavailable', `the world ${name} could not be removed from the store: ${messageOf(error)}`, { cause: error })
    })
    this.#kept.forget(name)
    if (world === undefined) return
    const { number, stage, clock } = world.session
    this.#options.observer.changed({ world: name, what: 'deleted', session: number, stage, at: clock.moment() })
  }

  #take(world: World): World {
    world.lastUse = Date.now()
    this.#live.delete(world.name)
    this.#live.set(world.name, world)
    world.users += 1
    return world
  }

  async #bringIn(name: string): Promise<void> {
    const data = await this.#kept.open(name)
    const damaged = this.#live.get(name)
    this.#live.delete(name)
    damaged?.mend(data)
    this.#live.set(name, damaged ?? new World({ name, data, fixtures: this.#options.fixtures, parts: this.#options }))
    this.#letGo()
  }

  async #lookAtAll(): Promise<void> {
    const rest = (await this.#options.store.list()).values()
    const look = async () => {
      for (const { name } of rest) {
        if (this.#isClosed) return
        if (this.#live.has(name) || this.#moving.has(name)) continue
        await this.#track(name, this.#kept.look(name))
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    await Promise.all(Array.from({ length: LOOKS }, look))
  }

  /** Lets the longest idle worlds go while there are too many; the newest stays, for someone is about to enter it. */
  #letGo(): void {
    const excess = this.#live.size - this.#options.maxWorlds
    if (excess <= 0) return
    const idle = [...this.#live.values()].slice(0, -1).filter(({ users, name }) => users === 0 && !this.#moving.has(name))
    idle.sort((a, b) => Number(a.isDriven) - Number(b.isDriven))
    for (const world of idle.slice(0, excess)) {
      this.#live.delete(world.name)
      if (world.isDriven)
        this.#options.notify(`the world ${world.name} was let go, for too many are in use: its clock, limits and scenarios begin anew`)
      const { number, stage, clock } = world.session
      this.#options.observer.changed({ world: world.name, what: 'let-go', session: number, stage, at: clock.moment() })
      void this.#track(world.name, this.#putAway(world))
    }
  }

  /** What was acknowledged stands in the log also when the snapshot cannot be written; but someone should know. */
  async #putAway(world: World): Promise<void> {
    await world.close().catch((error) => this.#options.notify(messageOf(error)))
  }

  async #track(name: string, move: Promise<void>): Promise<void> {
    const tracked = move.finally(() => this.#moving.delete(name))
    this.#moving.set(name, tracked)
    await tracked
  }
}

export const describeWorld = (world: World): ListedWorld => ({
  name: world.name,
  bytes: world.damage ? 0 : world.data.bytes,
  lastUse: world.lastUse,
  world,
  ...damageOf(world.damage?.message),
})

const damageOf = (damage: string | undefined) => (damage === undefined ? {} : { damage })
