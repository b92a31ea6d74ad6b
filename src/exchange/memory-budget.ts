// The memory that all observers may use together: the journals, the facts of the report and the recent events. Facts have a share
// that they cannot exceed. The journals use what is left: they drop their oldest entries when the facts need more.

const MAX_BYTES = 64 * 1024 * 1024
const MAX_FACTS = 16 * 1024 * 1024
/** The recent events keep within this bound themselves. */
export const MAX_EVENTS_BYTES = 8 * 1024 * 1024

export class MemoryBudget {
  #facts = 0

  /** Takes memory for facts. Returns false, and takes nothing, when their share is used up. */
  takeForFacts(bytes: number): boolean {
    if (this.#facts + bytes > MAX_FACTS) return false
    this.#facts += bytes
    return true
  }

  releaseFacts(bytes: number): void {
    this.#facts -= bytes
  }

  /** What is left for the journals of all worlds. */
  get leftForJournals(): number {
    return MAX_BYTES - MAX_EVENTS_BYTES - this.#facts
  }
}
