// Loads worlds from the store, checks them against the contract, and remembers which worlds are damaged.

import { messageOf, Problem } from '../errors/problem.ts'
import { Data } from './data.ts'
import type { DataCheck } from './data-check.ts'
import { runWithPauses } from './pauses.ts'
import { measureSnapshot } from './size.ts'
import { damagedAt } from './store/damage.ts'
import type { Saved, Snapshot, Store, WorldStore } from './store/store.ts'

export interface KeptWorldsOptions {
  readonly store: Store
  readonly fixtures: Snapshot
  /** The most bytes that the items of one world may take as JSON text. Default: 256 MiB. */
  readonly maxWorldBytes?: number | undefined
  readonly checkData: DataCheck
  /** Receives a sentence about each dropped change and each damaged world. */
  readonly notify: (notice: string) => void
}

/** A world in the store that cannot be used. The reason has the place and the fault. */
export interface DamagedWorld {
  readonly world: string
  readonly reason: string
}

export class KeptWorlds {
  readonly #options: KeptWorldsOptions
  readonly #damaged = new Map<string, string>()

  constructor(options: KeptWorldsOptions) {
    this.#options = options
  }

  /** The worlds that were damaged when they were last checked. */
  get damaged(): DamagedWorld[] {
    return [...this.#damaged].sort().map(([world, reason]) => ({ world, reason }))
  }

  /** The reason why a world was damaged when it was last checked. */
  damageOf(name: string): string | undefined {
    return this.#damaged.get(name)
  }

  /** Forgets the damage of a world that was deleted. */
  forget(name: string): void {
    this.#damaged.delete(name)
  }

  /** The data of a world, from the store or new. Resolves with a Problem when the stored data is damaged. */
  async open(name: string): Promise<Data | Problem> {
    const store = await this.#load(name)
    if (store instanceof Problem) return store
    const { fixtures, maxWorldBytes } = this.#options
    return new Data({ store, fixtures, maxBytes: maxWorldBytes })
  }

  /** Finds out whether a world is damaged. */
  async look(name: string): Promise<void> {
    const store = await this.#load(name)
    if (!(store instanceof Problem)) await store.close()
  }

  async #load(name: string): Promise<WorldStore | Problem> {
    let kept: WorldStore | undefined
    try {
      kept = await this.#options.store.open(name)
      if (kept.saved) await runWithPauses(this.#check(kept.saved))
      if (kept.saved?.notice) this.#options.notify(kept.saved.notice)
      this.#damaged.delete(name)
      return kept
    } catch (error) {
      await kept?.close().catch(() => {})
      // When the whole store cannot be used, the error says nothing about this world.
      const away = error instanceof Problem ? undefined : await this.#options.store.check().catch(unavailable)
      return away ?? this.#noteDamage(name, error)
    }
  }

  /** Checks the data against the contract. Throws a Problem that names the first violation. */
  *#check(saved: Saved): Generator<void, void> {
    const [violation] = yield* this.#options.checkData.withPauses(saved)
    if (violation) throw damagedAt(saved.place, violation)
    yield* measureSnapshot(saved)
  }

  #noteDamage(name: string, error: unknown): Problem {
    const problem = error instanceof Problem ? error : unavailable(error)
    if (this.#damaged.get(name) !== problem.message) this.#options.notify(`the world ${name} is damaged: ${problem.message}`)
    this.#damaged.set(name, problem.message)
    return problem
  }
}

const unavailable = (error: unknown) => new Problem('unavailable', messageOf(error), { cause: error, headers: { 'Retry-After': '1' } })
