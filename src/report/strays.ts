// Calls that came to paths outside of the contract: a client with a wrong base URL makes nothing else.

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

  /** For the report; empty while there are none. */
  describe(): { readonly strayed?: Strayed } {
    if (this.#example === undefined) return {}
    const { method, path, fits } = this.#example
    return { strayed: { count: this.#count, method, path: path.slice(0, MAX_PATH), basePath: this.#basePath, fits } }
  }
}
