// The memory that all observers may use together: the journals, the facts of the report and the recent events. Facts have a share
// that they cannot exceed. The journals use what is left: they drop their oldest entries when the facts need more.

import { BOUNDS } from '../ground/bounds.ts'

export class MemoryBudget {
  #facts = 0

  /** Takes memory for facts. Returns false, and takes nothing, when their share is used up. */
  takeForFacts(bytes: number): boolean {
    if (this.#facts + bytes > BOUNDS.factBytes) return false
    this.#facts += bytes
    return true
  }

  releaseFacts(bytes: number): void {
    this.#facts -= bytes
  }

  get leftForJournals(): number {
    return BOUNDS.observedBytes - BOUNDS.eventBytes - this.#facts
  }
}
