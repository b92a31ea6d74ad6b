// All worlds: a limited number in memory, and the others in the store. A world is loaded at its first use. When too many are loaded,
// idle worlds are written to the store and unloaded.

import { defined } from '../ground/defined.ts'
import type { WorldState } from '../ground/generated/control.ts'
import { messageOf, Problem } from '../ground/problem.ts'
import { isWorldName, WORLD_NAME_RULE } from '../ground/world-name.ts'
import { KeptWorlds } from './kept-worlds.ts'
import { type Store, unavailable } from './store/store.ts'
import { World, type WorldChange, type WorldParts } from './world.ts'

interface WorldsOptions extends Omit<WorldParts, 'nextSession'> {
  /** How many worlds stay in memory. Worlds with a request under way may exceed this number. */
  readonly maxWorlds: number
  readonly tellChange: (change: WorldChange) => void
}

export class Worlds {
  readonly store: Store
  readonly kept: KeptWorlds
  readonly #options: WorldsOptions & WorldParts
  /** The worlds in memory, in the order of their last use. */
  readonly #live = new Map<string, World>()
  /** Most requests enter this world again, and then it keeps its place in `#live`. */
  #lastEntered = ''
  /** Worlds that are being loaded, unloaded, checked or deleted. */
  readonly #moving = new Map<string, Promise<unknown>>()
  #sessions = 0
  #checks: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(options: WorldsOptions) {
    this.store = options.store
    this.#options = { ...options, nextSession: () => (this.#sessions += 1) }
    this.kept = new KeptWorlds(this.#options)
  }

  /** Cheap, even when the store has many worlds. */
  get liveNames(): string[] {
    return [...this.#live.keys()].sort()
  }

  /**
   * Checks every stored world, while requests are served. The log names damaged worlds. Worlds that several processes share are not
   * checked: the check would take them away from the others.
   */
  startChecks(): void {
    if (this.store.replica !== undefined) return
    this.#checks = this.kept.checkAll(this.#closing.signal, async (name) => {
      if (this.#isUnloaded(name)) await this.#track(name, this.kept.check(name))
    })
  }

  /** Enters a world that is in memory and ready, which is the usual case. Every caller that enters must call `leave`. */
  enterLive(name: string, allowStale = false): World | undefined {
    const world = this.#live.get(name)
    if (world === undefined || !(allowStale || world.isReady) || this.#closing.signal.aborted) return undefined
    world.lastUse = Date.now()
    world.users += 1
    if (name === this.#lastEntered) return world
    this.#lastEntered = name
    this.#live.delete(name)
    this.#live.set(name, world)
    return world
  }

  /** Enters the world, and loads it if needed. When its stored data is damaged, the world has a session and no data. */
  async enter(name: string): Promise<World> {
    // The name of a world becomes the name of a file.
    if (!isWorldName(name)) throw new Problem('invalid_value', `${JSON.stringify(name)} is not a world name: ${WORLD_NAME_RULE}`)
    for (let isLoaded = false; !this.#closing.signal.aborted; isLoaded = true) {
      const known = this.#live.get(name)
      const isBehind = known !== undefined && !known.damage && !known.isReady
      const world = this.enterLive(name, isLoaded || isBehind)
      // When the store cannot tell the changes of other processes, the world is used as it is.
      if (isBehind) await world?.data.writes.refresh()
      if (world) return world
      await (this.#moving.get(name) ?? this.#track(name, this.#load(name)))
    }
    throw new Problem('unavailable', 'The sandbox is closed')
  }

  leave(world: World): void {
    world.users -= 1
    if (world.users === 0 && this.#live.size > this.#options.maxWorlds) this.#unloadExcess()
  }

  async has(name: string): Promise<boolean> {
    return isWorldName(name) && (this.#live.has(name) || this.store.has(name).catch(refuse))
  }

  /** The worlds in memory and in the store, sorted by name. */
  async list(): Promise<WorldState[]> {
    const { replica } = this.store
    const listed = new Map<string, WorldState>()
    for (const { name, bytes, lastUse, replica } of await this.store.list().catch(refuse)) {
      const damage = this.kept.damaged.get(name)
      listed.set(name, defined({ name, alive: false, bytes, lastUse: new Date(lastUse).toISOString(), scenarios: [], damage, replica }))
    }
    // A world that another process has taken is not alive here.
    for (const world of this.#live.values())
      if (world.damage || world.isReady) listed.set(world.name, defined({ ...world.state(), replica }))
    return [...listed.keys()].sort().flatMap((name) => listed.get(name) ?? [])
  }

  /** Removes a world from memory and from the store. Refuses changes that are still under way in this world. */
  async delete(name: string): Promise<void> {
    while (this.#moving.has(name)) await this.#moving.get(name)
    const world = this.#live.get(name)
    this.#live.delete(name)
    await this.#track(name, this.#remove(name, world))
  }

  /** Removes all worlds from the store, except damaged worlds, worlds in memory, and worlds of other processes. */
  async deleteKept(): Promise<void> {
    const { replica: own } = this.store
    const kept = (await this.list()).filter(({ damage, replica = own }) => damage === undefined && replica === own)
    await inBatches(kept, async ({ name }) => {
      if (this.#isUnloaded(name)) await this.#track(name, this.#remove(name, undefined))
    })
  }

  /** Writes all worlds to the store. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#checks
    while (this.#moving.size > 0) await Promise.all(this.#moving.values())
    await inBatches([...this.#live.values()], (world) => world.close())
    this.#live.clear()
    await this.store.close()
  }

  #isUnloaded(name: string): boolean {
    return !this.#live.has(name) && !this.#moving.has(name)
  }

  async #remove(name: string, world: World | undefined): Promise<void> {
    if (world && !world.damage) await world.data.writes.close({ isDeleted: true }).catch(() => {})
    await this.store.delete(name).catch((error) => {
      throw new Problem('unavailable', `the world ${name} could not be removed from the store: ${messageOf(error)}`)
    })
    this.kept.damaged.delete(name)
    if (world) this.#tell(world, 'deleted')
  }

  async #load(name: string): Promise<void> {
    const data = await this.kept.open(name)
    const damaged = this.#live.get(name)
    this.#live.delete(name)
    this.#live.set(name, new World(name, data, this.#options, damaged?.session))
    this.#unloadExcess()
  }

  /**
   * Unloads idle worlds while too many are in memory: first those whose session nobody has changed, and of these the longest idle. The
   * newest world stays, because a caller is about to enter it.
   */
  #unloadExcess(): void {
    const excess = this.#live.size - this.#options.maxWorlds
    if (excess <= 0) return
    const idle = [...this.#live.values()].slice(0, -1).filter(({ users, name }) => users === 0 && !this.#moving.has(name))
    idle.sort((a, b) => Number(a.isSessionChanged) - Number(b.isSessionChanged))
    for (const world of idle.slice(0, excess)) {
      this.#live.delete(world.name)
      if (world.isSessionChanged)
        this.#options.notify(
          `the world ${world.name} was unloaded, because too many worlds are in use: its clock, limits, choices and scenarios start anew`,
        )
      this.#tell(world, 'unloaded')
      void this.#track(world.name, world.close())
    }
  }

  #tell({ name, session: { number, revision, clock } }: World, what: 'deleted' | 'unloaded'): void {
    this.#options.tellChange({ world: name, what, session: number, revision, at: clock.moment() })
  }

  async #track(name: string, move: Promise<void>): Promise<void> {
    const end = () => this.#moving.delete(name)
    // Whoever waits for the move does not get its error.
    this.#moving.set(name, move.then(end, end))
    await move
  }
}

function refuse(error: unknown): never {
  throw unavailable(error)
}

/** Each world may hold a file open. Other calls are served between two batches. */
const BATCH = 50

async function inBatches<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) await Promise.all(items.slice(at, at + BATCH).map(task))
}
