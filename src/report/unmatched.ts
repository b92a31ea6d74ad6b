// Counts calls to paths outside of the base URL. All calls of a client with a wrong base URL are such calls.

import type { UnmatchedCall } from '../exchange/observer.ts'
import type { Unmatched } from './report.ts'

const MAX_PATH = 100

export class UnmatchedCalls {
  readonly #basePath: string
  /** Calls with a key in their path or query. */
  keys = 0
  #count = 0
  #example: Pick<UnmatchedCall, 'method' | 'path' | 'fits'> | undefined

  constructor(basePath: string) {
    this.#basePath = basePath
  }

  see({ method, path, fits }: UnmatchedCall, hasKey: boolean): void {
    this.#count += 1
    if (hasKey) this.keys += 1
    if (this.#example === undefined || (fits && !this.#example.fits)) this.#example = { method, path, fits }
  }

  clear(): void {
    this.#count = 0
    this.keys = 0
    this.#example = undefined
  }

  /** The part of the report; empty without such calls. */
  describe(): { readonly unmatched?: Unmatched } {
    if (this.#example === undefined) return {}
    const { method, path, fits } = this.#example
    return { unmatched: { count: this.#count, method, path: path.slice(0, MAX_PATH), basePath: this.#basePath, fits } }
  }
}
