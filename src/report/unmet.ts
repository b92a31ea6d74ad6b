// Finds scenarios that were put on a world and that no call met. A test with such a scenario tested nothing.

import type { Exchange } from '../exchange/exchange.ts'
import type { WorldChange } from '../exchange/observer.ts'

export class PutScenarios {
  /** Scenarios that are on the world and were not met yet. */
  #waiting = new Set<string>()
  /** Scenarios that were met at least once. They are never reported, also when they are put again. */
  readonly #met = new Set<string>()
  #session = 0
  #revision = 0
  readonly #unmet = new Set<string>()

  changed({ what, session, revision, scenarios = [] }: WorldChange): void {
    if (what !== 'scenarios' && what !== 'reset' && what !== 'let-go' && what !== 'deleted') return
    for (const name of this.#waiting) this.#unmet.add(name)
    this.#waiting = new Set(scenarios)
    this.#session = session
    this.#revision = revision
  }

  see({ appliedSteps, session, revision }: Exchange): void {
    if (this.#waiting.size === 0 || session !== this.#session || revision < this.#revision) return
    for (const { scenario } of appliedSteps) if (this.#waiting.delete(scenario)) this.#met.add(scenario)
  }

  /** True while a scenario was not met yet. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  list(): string[] {
    return [...new Set([...this.#unmet, ...this.#waiting])].filter((name) => !this.#met.has(name))
  }
}
