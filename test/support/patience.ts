// How long a test waits for an event. Such a wait ends with the event: the limit is for what hangs, and holds on a machine
// under load too. No test has a shorter limit of its own.

export const EVENT_MS = 30_000

/** For a whole test, and for what stands before and after tests. */
export const TEST_MS = 120_000
