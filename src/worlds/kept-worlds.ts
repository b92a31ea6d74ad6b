// Loads worlds from the store, checks them against the contract, and remembers which worlds are damaged.

import { messageOf, Problem } from '../errors/problem.ts'
import { Data } from './data.ts'
import type { DataCheck } from './data-check.ts'
import { measureSnapshot } from './size.ts'
import { inSlices } from './slices.ts'
import { damagedAt } from './store/damage.ts'
import type { Change, Saved, Snapshot, Store, WorldStore } from './store/store.ts'

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

  /** Forgets the damage of a world that was deleted. */
  forget(name: string): void {
    this.#damaged.delete(name)
  }

  /** The data of a world, from the store or new. Resolves with a Problem when the stored data is damaged. */
  async open(name: string): Promise<Data | Problem> {
    const kept = await this.#load(name)
    if (kept instanceof Problem) return kept
    const { fixtures, maxWorldBytes } = this.#options
    const data = new Data({ store: kept, saved: kept.saved, fixtures, maxBytes: maxWorldBytes })
    kept.saved = undefined
    return data
  }

  /** Finds out whether a world is damaged. */
  async look(name: string): Promise<void> {
    const kept = await this.#load(name)
    if (!(kept instanceof Problem)) await kept.close()
  }

  async #load(name: string): Promise<WorldStore | Problem> {
    let kept: WorldStore | undefined
    try {
      kept = await this.#options.store.open(name)
      if (kept.saved?.notice) this.#options.notify(kept.saved.notice)
      if (kept.saved) await inSlices(this.#check(kept, kept.saved))
      this.#damaged.delete(name)
      return kept
    } catch (error) {
      await kept?.close()
      return this.#noteDamage(name, error)
    }
  }

  /** Checks snapshot and changes against the contract. Throws a Problem that names the place of the first fault. */
  *#check(kept: WorldStore, { snapshot, changes }: Saved): Generator<void, void> {
    const { checkData } = this.#options
    if (snapshot) {
      refuseViolations(yield* checkData.withPauses(snapshot), kept.placeOf())
      yield* measureSnapshot(snapshot)
    }
    for (const [index, change] of changes.entries()) {
      refuseViolations(yield* checkData.withPauses(contentOf(change)), kept.placeOf(index))
      yield
    }
  }

  #noteDamage(name: string, error: unknown): Problem {
    const problem = error instanceof Problem ? error : new Problem('unavailable', messageOf(error), { cause: error })
    if (this.#damaged.get(name) !== problem.message) this.#options.notify(`the world ${name} is damaged: ${problem.message}`)
    this.#damaged.set(name, problem.message)
    return problem
  }
}

/** The collections that a change brings. */
function contentOf(change: Change): Pick<Snapshot, 'collections'> {
  if ('set' in change) return change.set
  return { collections: 'put' in change ? { [change.put]: [change.item] } : { [change.remove]: [] } }
}

function refuseViolations([fault]: readonly string[], place: string): void {
  if (fault) throw damagedAt(place, fault)
}
