// Bounds the bytes of the facts of all worlds.

import { BOUNDS } from '../../ground/bounds.ts'

export class FactMemory {
  #bytes = 0

  /** Returns false, and takes nothing, when the bound is reached. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > BOUNDS.factBytes) return false
    this.#bytes += bytes
    return true
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}
