// Large bodies and long replies take turns: each turn of the event loop does the work for a limited number of bytes. Otherwise
// many of them at once would be processed one after the other, and small requests would wait for all of them.

/** Resolves when it is time to work on this many bytes. Undefined when so few bytes need no turn. */
export type TakeTurn = (bytes: number) => Promise<void> | undefined

const SMALL_BYTES = 32 * 1024
const BYTES_PER_TURN = 512 * 1024

export function createTurns(): TakeTurn {
  const waiting: { readonly bytes: number; readonly go: () => void }[] = []
  let isRunning = false

  function run(): void {
    for (let left = BYTES_PER_TURN; left > 0; ) {
      const next = waiting.shift()
      if (next === undefined) break
      left -= next.bytes
      next.go()
    }
    isRunning = waiting.length > 0
    if (isRunning) setImmediate(run)
  }

  return function takeTurn(bytes) {
    if (bytes <= SMALL_BYTES) return undefined
    return new Promise((go) => {
      waiting.push({ bytes, go })
      if (isRunning) return
      isRunning = true
      setImmediate(run)
    })
  }
}
