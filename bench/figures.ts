// All that was measured, by target and name, and what could not be measured, with the reason. Read as medians.

export interface Failure {
  readonly target: string
  readonly what: string
  readonly reason: string
}

export type Name = readonly [target: string, what: string]

export class Figures {
  readonly #values = new Map<string, Map<string, number[]>>()
  readonly failures: Failure[] = []

  add(target: string, what: string, value: number): void {
    const figures = this.#values.get(target) ?? new Map<string, number[]>()
    this.#values.set(target, figures)
    figures.set(what, [...(figures.get(what) ?? []), value])
  }

  /** A figure that failed once is left out, and those whose name continues it after a colon: half of its rounds would not be fair. */
  fail(target: string, what: string, error: unknown): void {
    this.failures.push({ target, what, reason: error instanceof Error ? error.message : String(error) })
  }

  hasFailed(target: string, what: string): boolean {
    return this.failures.some((failure) => failure.target === target && (failure.what === what || what.startsWith(`${failure.what}: `)))
  }

  /** Undefined when it was not measured, or failed. */
  median(target: string, what: string): number | undefined {
    const values = this.#sort(target, what)
    return values[Math.floor(values.length / 2)]
  }

  /** The lowest value, which is the least disturbed one where a disturbance only adds. */
  lowest(target: string, what: string): number | undefined {
    return this.#sort(target, what)[0]
  }

  /** Of medians, unless `read` says something else. */
  ratio(of: Name, to: Name, read: 'median' | 'lowest' = 'median'): number | undefined {
    const above = this[read](...of)
    const below = this[read](...to)
    return above === undefined || below === undefined ? undefined : above / below
  }

  /** Of medians. */
  difference(of: Name, to: Name): number | undefined {
    const [above, below] = [this.median(...of), this.median(...to)]
    return above === undefined || below === undefined ? undefined : above - below
  }

  #sort(target: string, what: string): number[] {
    const values = this.hasFailed(target, what) ? undefined : this.#values.get(target)?.get(what)
    return [...(values ?? [])].sort((a, b) => a - b)
  }

  toJSON() {
    return Object.fromEntries(
      [...this.#values].map(([target, figures]) => [
        target,
        Object.fromEntries([...figures].map(([what, values]) => [what, { median: this.median(target, what), values }])),
      ]),
    )
  }
}
