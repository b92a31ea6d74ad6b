// How long a test waits for an event. The wait ends with the event. The limit is only for tests that hang, and it is long enough
// for a machine under load. No test has a shorter limit of its own.

export const EVENT_MS = 100_000

/** For a whole test, and for the code before and after tests. */
export const TEST_MS = 300_000
