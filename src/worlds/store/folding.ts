// When the log of a world is folded into its snapshot: in a quiet moment, or at once when it is long.

/** A log is folded after this time without a new change. */
const QUIET_MS = 1000
/** The pause between two folds is this many times the duration of the last fold. */
const REST = 20

export interface FoldingParts {
  /** Folds the log. After a rejection everything is stored as before, and the fold is tried again. */
  readonly fold: () => Promise<void>
  /** Whether a write is under way. The fold then waits for the end of the write. */
  readonly isWriting: () => boolean
}

export class Folding {
  readonly #fold: () => Promise<void>
  readonly #isWriting: () => boolean
  #isFolded = true
  #folding: Promise<void> | undefined
  #quiet: NodeJS.Timeout | undefined
  #quietMs = QUIET_MS

  constructor({ fold, isWriting }: FoldingParts) {
    this.#fold = fold
    this.#isWriting = isWriting
  }

  /** Must be called after every write to the log. */
  wrote(isLong: boolean): void {
    this.#isFolded = false
    if (isLong) void this.#start()
    else this.#later().refresh()
  }

  /**
   * Must be called after a write was refused. The fold removes a refused change that the files may have kept, and restores
   * files that somebody deleted. A client that tries again and again must not delay this fold.
   */
  refused(): void {
    this.#isFolded = false
    this.#later()
  }

  /** Folds what is not folded yet, and ends. Rejects when that fails. */
  async end(): Promise<void> {
    await this.#folding
    clearTimeout(this.#quiet)
    if (!this.#isFolded) await this.#fold()
  }

  #later(): NodeJS.Timeout {
    this.#quiet ??= setTimeout(() => {
      this.#quiet = undefined
      // The write that is under way calls `wrote` or `refused` when it ends.
      if (!this.#isFolded && !this.#isWriting()) void this.#start()
    }, this.#quietMs).unref()
    return this.#quiet
  }

  #start(): Promise<void> {
    this.#folding ??= this.#run().finally(() => {
      this.#folding = undefined
    })
    return this.#folding
  }

  async #run(): Promise<void> {
    const began = performance.now()
    this.#isFolded = true
    try {
      await this.#fold()
    } catch {
      this.#isFolded = false
    }
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    this.#quietMs = Math.max(QUIET_MS, REST * (performance.now() - began))
    if (!this.#isFolded) this.#later()
  }
}
