// All worlds: those in memory, up to a number, and those in the store. A world comes to life when it is first
// used; the longest idle one is written out and let go.

import { Problem, StartError } from '../problem.ts'
import { isWorldName, WORLD_NAME_RULE } from '../world-name.ts'
import { Data } from './data.ts'
import type { Saved, Snapshot, Store } from './store.ts'
import { type SessionParts, World } from './world.ts'

export interface WorldsOptions extends SessionParts {
  readonly store: Store
  readonly fixtures: Snapshot
  /** How many stay in memory; worlds with a request under way may exceed it. */
  readonly maxWorlds: number
  /** What is wrong with kept data, one sentence each. */
  readonly checkData: (snapshot: Snapshot) => string[]
  /** Told about what a load had to drop. */
  readonly notify: (notice: string) => void
}

export class Worlds {
  readonly #options: WorldsOptions
  /** In the order of their last use. */
  readonly #live = new Map<string, World>()
  /** Worlds on their way in or out of memory. */
  readonly #moving = new Map<string, Promise<unknown>>()

  constructor(options: WorldsOptions) {
    this.#options = options
  }

  /** Loads every kept world once; a StartError names the first that is damaged. */
  async check(): Promise<void> {
    for (const name of await this.#options.store.list()) {
      await this.#load(name).catch((error) => {
        throw error instanceof Problem ? new StartError(error.message, 3) : error
      })
    }
  }

  /** The world if it is in memory: the common case, without a wait. */
  findLive(name: string): World | undefined {
    const world = this.#live.get(name)
    if (world === undefined) return undefined
    this.#live.delete(name)
    this.#live.set(name, world)
    return world
  }

  /** The world, brought to life if need be. Throws a Problem when what is kept of it is damaged. */
  async open(name: string): Promise<World> {
    // A name becomes the name of a file.
    if (!isWorldName(name)) throw new RangeError(`${JSON.stringify(name)} names no world: ${WORLD_NAME_RULE}`)
    for (;;) {
      const live = this.findLive(name)
      if (live) return live
      await (this.#moving.get(name) ?? this.#track(name, this.#bringIn(name)))
    }
  }

  /** Names of the worlds in memory or in the store. */
  async list(): Promise<string[]> {
    return [...new Set([...this.#live.keys(), ...(await this.#options.store.list())])].sort()
  }

  /** Whether a world is in memory or in the store. */
  async has(name: string): Promise<boolean> {
    return this.#live.has(name) || (await this.#options.store.list()).includes(name)
  }

  /** Resolves when the store can be written, and rejects with the reason when not. */
  checkStore(): Promise<void> {
    return this.#options.store.check()
  }

  /** Writes all worlds out. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#moving.values())
    for (const world of this.#live.values()) await world.close()
    await this.#options.store.close()
  }

  async #bringIn(name: string): Promise<void> {
    const { fixtures, store } = this.#options
    const saved = await this.#load(name)
    const data = new Data({ world: name, store, fixtures, saved })
    this.#live.set(name, new World({ name, data, fixtures, parts: this.#options }))
    this.#letGo()
  }

  async #load(name: string): Promise<Saved | undefined> {
    const saved = await this.#options.store.load(name)
    if (saved?.notice) this.#options.notify(saved.notice)
    const [fault] = saved?.snapshot ? this.#options.checkData(saved.snapshot) : []
    if (fault)
      throw new Problem(
        'unavailable',
        `${this.#options.store.place}/${name}.json: ${fault}. Mend the file, or move it away to start the world anew`,
      )
    return saved
  }

  /** Lets the longest idle world go when there are too many. */
  #letGo(): void {
    if (this.#live.size <= this.#options.maxWorlds) return
    const idle = [...this.#live.values()].find(({ users }, index, all) => users === 0 && index < all.length - 1)
    if (idle === undefined) return
    this.#live.delete(idle.name)
    void this.#track(idle.name, idle.close())
  }

  async #track(name: string, move: Promise<void>): Promise<void> {
    const tracked = move.finally(() => this.#moving.delete(name))
    this.#moving.set(name, tracked)
    await tracked
  }
}
