// The loads as a table, and the names of the figures of each load.

export interface Case {
  readonly name: string
  readonly part: 'speed' | 'tail'
  readonly request: 'one' | 'list' | 'create'
  /** The number of pets that the server has at the beginning. */
  readonly size: number
  readonly expected: number
  readonly headers?: Readonly<Record<string, string>>
  readonly log?: boolean
  /** The first load of a new process, in every round. Its code is not compiled yet, as in a short test run. */
  readonly isFresh?: boolean
  /** Only the sandbox can serve this load. */
  readonly isOwn?: boolean
}

/** For all loads but the tail, which has one connection. */
export const CONNECTIONS = 32

export const CASES: readonly Case[] = [
  { name: 'GET one', part: 'speed', request: 'one', size: 100, expected: 200 },
  { name: 'list of 20', part: 'speed', request: 'list', size: 100, expected: 200 },
  { name: 'create at 100', part: 'speed', request: 'create', size: 100, expected: 201 },
  { name: 'create at 100, fresh process', part: 'speed', request: 'create', size: 100, expected: 201, isFresh: true },
  { name: 'create at 10,000', part: 'speed', request: 'create', size: 10_000, expected: 201 },
  { name: 'create at 100,000', part: 'speed', request: 'create', size: 100_000, expected: 201 },
  { name: 'GET one, log in a pipe', part: 'speed', request: 'one', size: 100, expected: 200, log: true, isOwn: true },
  {
    name: 'forced 429',
    part: 'speed',
    request: 'one',
    size: 100,
    expected: 429,
    headers: { 'sandbox-scenario': 'rate-limited;retry-after=5' },
    isOwn: true,
  },
  { name: 'GET one, one connection', part: 'tail', request: 'one', size: 100, expected: 200 },
]

export const FIGURE = {
  /** Replies a second. */
  rate: (name: string) => name,
  /** Microseconds of the processor time of the server for each reply. */
  cost: (name: string) => `${name}: processor time`,
  /** Milliseconds. */
  p50: (name: string) => `${name}: p50`,
  p99: (name: string) => `${name}: p99`,
  uncorrected: (name: string) => `${name}: p99 uncorrected`,
  /** The part of the two cores' time that neither the server nor the load used, 0 to 1. */
  others: (name: string) => `${name}: used by others`,
  /** The part of its core's time that the load generator used, 0 to 1. */
  busy: (name: string) => `${name}: load generator`,
} as const

export const NEW_PET = '{"name":"Rex","categoryId":1,"status":"available"}'
