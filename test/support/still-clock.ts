// The clock of this process, in the hands of a test: Date.now() and performance.now() stand still, and move by what the test waits.
// So a wait takes no time, and a busy machine makes no wait longer. Timers, sockets and `new Date()` keep the real time.

import { vi } from 'vitest'

/** Each look at the clock moves it by this, so that later is later. In milliseconds. */
const TICK_MS = 0.001

interface StillClock extends Disposable {
  /** Moves the clock. */
  readonly wait: (ms: number) => void
}

export function stopClock(): StillClock {
  // Always the same part of a second, because some headers have whole seconds.
  const real = Math.floor(Date.now() / 1000) * 1000 + 250
  const monotonic = performance.now()
  let passed = 0
  const look = () => {
    passed += TICK_MS
    return passed
  }
  const spies = [
    vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(real + look())),
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic + look()),
  ]
  return {
    wait: (ms) => {
      passed += ms
    },
    [Symbol.dispose]: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}
