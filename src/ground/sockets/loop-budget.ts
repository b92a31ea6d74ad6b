// Bounds the bytes of large bodies and long replies that one turn of the event loop works on. Otherwise many of them at once would
// be processed one after the other, and small requests would wait for all of them.

import { setImmediate } from 'node:timers'

/** Resolves when a turn of the event loop has room for work on this many bytes. Undefined when so few bytes need not wait. */
export type WaitForBudget = (bytes: number) => Promise<void> | undefined

const SMALL_BYTES = 32 * 1024
const BYTES_PER_TURN = 512 * 1024

export function createLoopBudget(): WaitForBudget {
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

  return function waitForBudget(bytes) {
    if (bytes <= SMALL_BYTES) return undefined
    return new Promise((go) => {
      waiting.push({ bytes, go })
      if (isRunning) return
      isRunning = true
      setImmediate(run)
    })
  }
}
