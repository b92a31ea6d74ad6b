// All worlds: those in memory, up to a number, and those in the store. A world comes to life when it is first
// used; the longest idle one is written out and let go.

import type { Observer } from '../observer.ts'
import { messageOf, Problem, StartError } from '../problem.ts'
import { isWorldName, WORLD_NAME_RULE } from '../world-name.ts'
import { Data } from './data.ts'
import type { DataCheck } from './data-check.ts'
import type { Saved, Snapshot, Store } from './store/store.ts'
import { type SessionParts, World } from './world.ts'

export interface WorldsOptions extends SessionParts {
  readonly store: Store
  readonly fixtures: Snapshot
  /** How many stay in memory; worlds with a request under way may exceed it. */
  readonly maxWorlds: number
  readonly checkData: DataCheck
  readonly observer: Required<Observer>
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

  /** Enters the world if it is in memory: the common case, without a wait. Whoever enters must leave. */
  enterLive(name: string): World | undefined {
    const world = this.#live.get(name)
    if (world === undefined) return undefined
    this.#live.delete(name)
    this.#live.set(name, world)
    world.users += 1
    return world
  }

  /** Enters the world, brought to life if need be. Throws a Problem when what is kept of it is damaged. */
  async enter(name: string): Promise<World> {
    // A name becomes the name of a file.
    if (!isWorldName(name)) throw new Problem('invalid_value', `${JSON.stringify(name)} names no world: ${WORLD_NAME_RULE}`)
    for (;;) {
      const live = this.enterLive(name)
      if (live) return live
      await (this.#moving.get(name) ?? this.#track(name, this.#bringIn(name)))
    }
  }

  leave(world: World): void {
    world.users -= 1
    if (world.users === 0) this.#letGo()
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
    for (const world of this.#live.values()) await this.#putAway(world)
    this.#live.clear()
    await this.#options.store.close()
  }

  async #bringIn(name: string): Promise<void> {
    const { fixtures, store } = this.#options
    const saved = await this.#load(name)
    const data = new Data({ world: name, store, fixtures, saved })
    this.#live.set(name, new World({ name, data, fixtures, parts: this.#options }))
    this.#letGo()
  }

  /** What is kept of a world, held against the contract, snapshot and changes alike. */
  async #load(name: string): Promise<Saved | undefined> {
    const { store, notify } = this.#options
    const saved = await store.load(name)
    if (saved?.notice) notify(saved.notice)
    if (saved?.snapshot) this.#refuseFaults(saved.snapshot, store.placeOf(name))
    for (const [index, change] of saved?.changes.entries() ?? []) {
      const content = 'set' in change ? change.set : { collections: { [change.put]: [change.item] } }
      this.#refuseFaults(content, store.placeOf(name, index))
    }
    return saved
  }

  #refuseFaults(content: Parameters<DataCheck>[0], place: string): void {
    const [fault] = this.#options.checkData(content)
    if (fault) throw new Problem('unavailable', `${place}: ${fault}. Mend the file, or move it away to start the world anew`)
  }

  /** Lets the longest idle worlds go while there are too many; the newest stays, for someone is about to enter it. */
  #letGo(): void {
    const excess = this.#live.size - this.#options.maxWorlds
    if (excess <= 0) return
    const idle = [...this.#live.values()].slice(0, -1).filter(({ users }) => users === 0)
    idle.sort((a, b) => Number(a.isDriven) - Number(b.isDriven))
    for (const world of idle.slice(0, excess)) {
      this.#live.delete(world.name)
      if (world.isDriven)
        this.#options.notify(`the world ${world.name} was let go, for too many are in use: its clock, limits and scenarios begin anew`)
      const { number, clock } = world.session
      this.#options.observer.changed({ world: world.name, what: 'let-go', session: number, at: clock.moment() })
      void this.#track(world.name, this.#putAway(world))
    }
  }

  /** What was acknowledged stands in the log also when the snapshot cannot be written; but someone should know. */
  async #putAway(world: World): Promise<void> {
    await world.close().catch((error) => {
      this.#options.notify(`${this.#options.store.placeOf(world.name)}: could not be written: ${messageOf(error)}`)
    })
  }

  async #track(name: string, move: Promise<void>): Promise<void> {
    const tracked = move.finally(() => this.#moving.delete(name))
    this.#moving.set(name, tracked)
    await tracked
  }
}
