// The bounds of the sandbox, each with its reason. None depends on a plan, and only `worldBytes` has an option.

const KIB = 1024
const MIB = 1024 * KIB

export const BOUNDS = {
  // What arrives. Without these, a request or a file could fill the memory or the stack.

  /** Characters of a request target, as RFC 9112 §3 recommends. */
  target: 8000,
  /** Requests that wait on one connection. Then the connection is not read for a while. */
  waitingRequests: 16,
  /** Bytes of a refused body that are read and dropped, so that the client sees the refusal. Then the connection ends. */
  droppedBytes: 16 * MIB,
  /** Levels of nesting in JSON and patches. A parser calls itself for each level. */
  depth: 100,
  /** Values that the aliases of a YAML file may add. Ten lines with aliases of aliases could add more than any memory holds. */
  aliasedValues: 100_000,

  // What waits to be sent, and what a reply costs.

  /** Bytes that are kept for clients that do not read, of all connections. */
  unsentBytes: 64 * MIB,
  /** Bytes that the scenarios of a call may copy or change. They need the whole body in memory. */
  changedBytes: 8 * MIB,
  /** Scenarios of a call, and their steps. Every call passes all of them. */
  scenarios: 100,
  steps: 1000,
  /** Callers for whom a scenario counts its steps. The oldest is dropped first. */
  stepCounts: 10_000,

  // What is kept of requests.

  /** Bytes of a body in the record. */
  recordedBytes: 64 * KIB,
  /** Bytes of all journals, and of the facts of the report. */
  journalsBytes: 40 * MIB,
  factBytes: 16 * MIB,
  /** Bytes of the events that may wait for the only reader of live events. Several readers share them. */
  eventBytes: 8 * MIB,
  /** Exchanges in the journal of a world, and their bytes. */
  exchanges: 1000,
  journalBytes: 8 * MIB,
  /** Addresses of callers without a key. They are counted only so that replies can show limits. */
  addresses: 10_000,
  /** Bytes of the items of a world, unless the sandbox is started with another bound. */
  worldBytes: 16 * MIB,
  /** Replies that a world keeps for idempotency keys. */
  keptReplies: 1000,

  // Readers of the control API and the log.

  /** Calls that wait for requests. Each of them looks at every exchange. */
  waits: 100,
  /** Readers of live events. */
  readers: 100,
  /** Lines of the log are dropped while this many bytes wait for a reader. */
  unreadLogBytes: 8 * MIB,

  // What messages repeat of a request.

  /** Characters of a path, and of a name or value. */
  shownPath: 200,
  shownValue: 60,
  violationsPerValue: 20,
} as const
