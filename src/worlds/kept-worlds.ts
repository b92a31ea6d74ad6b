// The worlds in the store, as they come out of it: held against the contract, and told about when they are damaged.

import { messageOf, Problem } from '../replies/problem.ts'
import { Data } from './data.ts'
import type { DataCheck } from './data-check.ts'
import { measureSnapshot } from './size.ts'
import { inSlices } from './slices.ts'
import { damagedAt } from './store/damage.ts'
import type { Change, Saved, Snapshot, Store, WorldStore } from './store/store.ts'

export interface KeptWorldsOptions {
  readonly store: Store
  readonly fixtures: Snapshot
  /** Bytes that the items of one world may take as JSON text. Default: 256 MiB. */
  readonly maxWorldBytes?: number | undefined
  readonly checkData: DataCheck
  /** Told about what had to be dropped, and which worlds are damaged. */
  readonly notify: (notice: string) => void
}

/** A kept world that cannot be used, and why: the place, and what is wrong there. */
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

  /** The worlds that were found damaged when they were last looked at. */
  get damaged(): DamagedWorld[] {
    return [...this.#damaged].map(([world, reason]) => ({ world, reason }))
  }

  /** Takes a world that was deleted for damaged no more. */
  forget(name: string): void {
    this.#damaged.delete(name)
  }

  /** The data of a world, kept or new. Resolves with a Problem when what is kept is damaged. */
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

  /** Holds snapshot and changes against the contract. Throws a Problem that names the place. */
  *#check(kept: WorldStore, { snapshot, changes }: Saved): Generator<void, void> {
    const { checkData } = this.#options
    if (snapshot) {
      refuseFaults(yield* checkData.withPauses(snapshot), kept.placeOf())
      yield* measureSnapshot(snapshot)
    }
    for (const [index, change] of changes.entries()) {
      refuseFaults(yield* checkData.withPauses(contentOf(change)), kept.placeOf(index))
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

/** What a change brings, as collections. */
function contentOf(change: Change): Pick<Snapshot, 'collections'> {
  if ('set' in change) return change.set
  return { collections: 'put' in change ? { [change.put]: [change.item] } : { [change.remove]: [] } }
}

function refuseFaults([fault]: readonly string[], place: string): void {
  if (fault) throw damagedAt(place, fault)
}
