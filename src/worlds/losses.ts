// The worlds of which the store has lost changes. The log names each loss at once, the next reply of the world warns of it, and
// `health` names the world until somebody resets or deletes it. The world may be unloaded before its next reply.

/** Further worlds push out the oldest. */
const MAX_WORLDS = 10_000
/** `health` names the newest ones. */
const MAX_NAMED = 100

export class Losses {
  readonly #notify: (notice: string) => void
  readonly #worlds = new Map<string, { readonly reason: string; isTold: boolean }>()

  constructor(notify: (notice: string) => void) {
    this.#notify = notify
  }

  note(world: string, reason: string): void {
    this.#notify(reason)
    this.forget(world)
    this.#worlds.set(world, { reason, isTold: false })
    for (const oldest of this.#worlds.keys()) if (this.#worlds.size > MAX_WORLDS) this.forget(oldest)
  }

  /** Returns true once after each loss. */
  tell(world: string): boolean {
    const loss = this.#worlds.get(world)
    if (loss === undefined || loss.isTold) return false
    loss.isTold = true
    return true
  }

  /** Sentences for `health`. */
  get reasons(): string[] {
    return [...this.#worlds.values()].slice(-MAX_NAMED).map(({ reason }) => reason)
  }

  /** The world was reset or deleted; without a name, all worlds were. */
  forget(world?: string): void {
    if (world === undefined) this.#worlds.clear()
    else this.#worlds.delete(world)
  }
}
