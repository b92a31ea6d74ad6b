// Marks in the headers of a request that tell which try of a call it is. Only counters under known names are certain signs: any
// other header with a number may count tests, pages or calls.

export interface Mark {
  /** The name of the header that counts. */
  readonly counter?: string
  /** The count of the first try is `start`. */
  readonly count?: number
  readonly start?: 0 | 1
  /** The same for all tries of one call. */
  readonly invocation?: string
  /** There is an `Idempotency-Key`. The service does not know it, so it is only a likely sign. */
  readonly isIdempotent?: true
}

interface Counter {
  readonly start: 0 | 1
  readonly read: RegExp
  /** Finds the id of the call in the same header. */
  readonly invocation?: RegExp
}

const PLAIN: Counter = { start: 0, read: /^(\d{1,3})$/ }

/** The retry counters of client libraries. */
const COUNTERS = new Map<string, Counter>([
  // Stainless (OpenAI, Anthropic and others)
  ['x-stainless-retry-count', PLAIN],
  // AWS SDKs: `attempt=2; max=3`
  ['amz-sdk-request', { start: 1, read: /(?:^|;)\s*attempt=(\d{1,3})/ }],
  // Google Cloud: `gl-node/24 gccl-attempt-count/2 gccl-invocation-id/…`
  ['x-goog-api-client', { start: 1, read: /gccl-attempt-count\/(\d{1,3})/, invocation: /gccl-invocation-id\/(\S{1,100})/ }],
  ['x-retry-count', PLAIN],
  ['x-retry-attempt', PLAIN],
  ['retry-attempt', PLAIN],
])

const NO_MARK: Mark = {}

/** The mark of a request, from its names and values in turn. */
export function readMark(headers: readonly string[]): Mark {
  let mark = NO_MARK
  for (let at = 0; at < headers.length; at += 2) {
    const name = (headers[at] as string).toLowerCase()
    const value = headers[at + 1] as string
    if (name === 'idempotency-key') mark = { ...mark, isIdempotent: true }
    if (name === 'amz-sdk-invocation-id') mark = { ...mark, invocation: value.trim() }
    const { start, read, invocation } = COUNTERS.get(name) ?? {}
    const count = read?.exec(value.trim())?.[1]
    if (count === undefined || start === undefined) continue
    const id = invocation?.exec(value)?.[1]
    mark = { ...mark, counter: name, count: Number(count), start, ...(id !== undefined && { invocation: id }) }
  }
  return mark
}
