// Counts calls to paths outside of the base URL. All calls of a client with a wrong base URL are such calls.

import type { Stray } from '../record/observer.ts'
import type { Strayed } from './report.ts'

const MAX_PATH = 100

export class Strays {
  readonly #basePath: string
  #count = 0
  #example: Stray | undefined

  constructor(basePath: string) {
    this.#basePath = basePath
  }

  see(stray: Stray): void {
    this.#count += 1
    if (this.#example === undefined || (stray.fits && !this.#example.fits)) this.#example = stray
  }

  clear(): void {
    this.#count = 0
    this.#example = undefined
  }

  /** The part of the report; empty without such calls. */
  describe(): { readonly strayed?: Strayed } {
    if (this.#example === undefined) return {}
    const { method, path, fits } = this.#example
    return { strayed: { count: this.#count, method, path: path.slice(0, MAX_PATH), basePath: this.#basePath, fits } }
  }
}
