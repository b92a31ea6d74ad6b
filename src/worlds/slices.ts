// Runs long work in slices, so that requests are served between two slices. The work is a generator that yields where it may pause.

const SLICE_MS = 5

/** Does the work in slices of 5 milliseconds. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < SLICE_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}

/** Does the work without a pause. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
