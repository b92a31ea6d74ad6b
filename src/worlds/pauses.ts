// Runs long work with pauses, so that requests are served in between. The work is a generator that yields where it may pause.

import { setImmediate } from 'node:timers'

const WORK_MS = 5

/** Does the work. Pauses after every 5 milliseconds of work. */
export async function runWithPauses<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < WORK_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}

/** Does the work without a pause. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
