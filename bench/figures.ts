// All that was measured, by target and name, and what could not be measured, with the reason. Read as medians.

export interface Failure {
  readonly target: string
  readonly what: string
  readonly reason: string
}

export class Figures {
  readonly #values = new Map<string, Map<string, number[]>>()
  readonly failures: Failure[] = []

  add(target: string, what: string, value: number): void {
    const figures = this.#values.get(target) ?? new Map<string, number[]>()
    this.#values.set(target, figures)
    figures.set(what, [...(figures.get(what) ?? []), value])
  }

  /** Once failed, a figure stays away: half of its rounds would be no fair one. */
  fail(target: string, what: string, error: unknown): void {
    this.failures.push({ target, what, reason: error instanceof Error ? error.message : String(error) })
  }

  hasFailed(target: string, what: string): boolean {
    return this.failures.some((failure) => failure.target === target && failure.what === what)
  }

  /** Undefined when it was not measured, or failed. */
  median(target: string, what: string): number | undefined {
    const values = this.#values.get(target)?.get(what) ?? []
    if (values.length === 0 || this.hasFailed(target, what)) return undefined
    return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
  }

  ratio(of: readonly [target: string, what: string], to: readonly [target: string, what: string]): number | undefined {
    const above = this.median(...of)
    const below = this.median(...to)
    return above === undefined || below === undefined ? undefined : above / below
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
