// Large bodies take turns: one in each round of the event loop. Otherwise many bodies that arrive at once would be
// processed one after the other, and small requests would wait for all of them.

/** Smaller bodies need no turn. */
const SMALL_BYTES = 64 * 1024

/** Resolves when a body of this many bytes has its turn. Undefined when the body needs no turn. */
export type TakeTurn = (bytes: number) => Promise<void> | undefined

export function createTurns(): TakeTurn {
  const waiting: (() => void)[] = []

  function serve(): void {
    waiting.shift()?.()
    // The next body gets its turn in the next round of the event loop, so that other connections are served before it.
    if (waiting.length > 0) setImmediate(serve)
  }

  return function takeTurn(bytes) {
    if (bytes <= SMALL_BYTES) return undefined
    return new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(serve)
    })
  }
}
