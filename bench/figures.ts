// Collects all measured values by target and name, and the measurements that failed, with the reason. Figures are medians.

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

  /**
   * Leaves out a figure that failed once, because only some of its rounds would not be fair. Also leaves out figures whose name is
   * this name, a colon and more: `GET one: p99` for `GET one`.
   */
  fail(target: string, what: string, error: unknown): void {
    this.failures.push({ target, what, reason: error instanceof Error ? error.message : String(error) })
  }

  hasFailed(target: string, what: string): boolean {
    return this.failures.some((failure) => failure.target === target && (failure.what === what || what.startsWith(`${failure.what}: `)))
  }

  /** Undefined when the figure was not measured, or failed. */
  median(target: string, what: string): number | undefined {
    const values = this.#sort(target, what)
    return values[Math.floor(values.length / 2)]
  }

  /** The lowest value. Other programs can only make a time longer, so this is the value with the least disturbance. */
  lowest(target: string, what: string): number | undefined {
    return this.#sort(target, what)[0]
  }

  /** The ratio of two medians, or of the two lowest values. */
  ratio(of: Name, to: Name, read: 'median' | 'lowest' = 'median'): number | undefined {
    const above = this[read](...of)
    const below = this[read](...to)
    return above === undefined || below === undefined ? undefined : above / below
  }

  /** The difference of two medians. */
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
