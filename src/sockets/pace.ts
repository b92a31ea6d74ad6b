// Limits how many bytes of long replies are rendered in one turn of the event loop, so that short replies can be sent in between.

/** Resolves when it is time to render this many bytes. */
export type Pace = (bytes: number) => Promise<void>

const BYTES_PER_TURN = 512 * 1024

export function createPace(perTurn = BYTES_PER_TURN): Pace {
  const waiting: { readonly bytes: number; readonly go: () => void }[] = []
  let isRunning = false

  function run(): void {
    let left = perTurn
    while (left > 0) {
      const next = waiting.shift()
      if (next === undefined) break
      left -= next.bytes
      next.go()
    }
    isRunning = waiting.length > 0
    if (isRunning) setImmediate(run)
  }

  return (bytes) =>
    new Promise((go) => {
      waiting.push({ bytes, go })
      if (isRunning) return
      isRunning = true
      setImmediate(run)
    })
}
