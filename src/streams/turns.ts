// Large bodies take turns: one in each round of the event loop. Many that arrive at once would else be worked on one
// after the other, and small requests would wait for all of them.

/** Bodies up to so many bytes need no turn. */
const SMALL_BYTES = 64 * 1024

/** Resolves when it is the turn of a body of so many bytes; undefined when it needs none. */
export type TakeTurn = (bytes: number) => Promise<void> | undefined

export function createTurns(): TakeTurn {
  const waiting: (() => void)[] = []

  function serve(): void {
    waiting.shift()?.()
    // Scheduled after this body's work, so that other connections get a round before the next body.
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
