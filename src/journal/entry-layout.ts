// The layout of an exchange in bytes. An entry has four parts: numbers at fixed places, lines of text that every exchange
// has, JSON for fields that few exchanges have, and the two bodies.

import type { Body, Exchange } from '../exchange/exchange.ts'

export const VERDICTS = ['served', 'refused', 'banned'] as const
export const WINDOWS = ['minute', 'day'] as const
export const DELIVERIES = ['whole', 'part', 'none'] as const

/** The places of the numbers. A moment takes three places: real, monotonic and world. An instant takes the first two. */
export const AT = {
  ...{ number: 0, session: 1, arrived: 2, replied: 5, closed: 8, counted: 11 },
  ...{ connection: 14, use: 15, verdict: 16, window: 17, limit: 18, remaining: 19, reset: 20, retryAfter: 21 },
  ...{ delivered: 22, deliveredBytes: 23, carriedOut: 24, status: 25, requestBytes: 26, replyBytes: 27 },
  ...{ stage: 28, inUse: 29, opened: 30, early: 32 },
} as const

/** The count of numbers. The last four numbers are the lengths of the next parts, in bytes; -1 means no body. */
export const NUMBERS = 37
export const LENGTHS = 33
export const NUMBER_BYTES = NUMBERS * 8
/** The number of lines before the headers. The last of these lines counts the headers of the request. */
export const LINES = 15
/** UTF-8 takes at most this many bytes for one code unit. */
export const MAX_BYTES_PER_UNIT = 3

/** The fields of an exchange that encode.ts and decode.ts handle one by one. */
type Placed =
  | ('number' | 'id' | 'arrived' | 'connection' | 'request' | 'caller' | 'world' | 'session' | 'stage' | 'count' | 'operation')
  | ('violations' | 'warnings' | 'answeredBy' | 'appliedSteps' | 'causes' | 'assumed' | 'carriedOut' | 'reply' | 'replied' | 'closed')
  | ('delivered' | 'deliveredBytes')

type Rare = Exclude<keyof Exchange, Placed>

/** The other fields. Few exchanges have them, so they are kept as JSON. A new field of the exchange needs a line here. */
const RARE: Readonly<Record<Rare, true>> = {
  testCase: true,
  keyPlace: true,
  shown: true,
  fault: true,
  failure: true,
}
export const RARE_FIELDS = Object.keys(RARE) as readonly Rare[]

/** Fields that only few exchanges have. An absent field means an empty value. */
export type Rest = Pick<Exchange, Rare> & {
  readonly refusal?: Exchange['caller']['refusal']
  readonly violations?: Exchange['violations']
  readonly warnings?: Exchange['warnings']
  readonly appliedSteps?: Exchange['appliedSteps']
  readonly causes?: Exchange['causes']
  readonly requestBody?: Omit<Body, 'text' | 'bytes'>
  readonly replyBody?: Omit<Body, 'text' | 'bytes'>
}

/** Picks the rare fields whose values are not undefined. */
export function pickRare(from: Pick<Exchange, Rare>): Pick<Exchange, Rare> {
  const found = RARE_FIELDS.filter((name) => from[name] !== undefined)
  return Object.fromEntries(found.map((name) => [name, from[name]]))
}
