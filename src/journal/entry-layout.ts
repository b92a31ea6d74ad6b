// The layout of an exchange in bytes. An entry has four parts: numbers at fixed places, lines of text that every exchange
// has, JSON for fields that few exchanges have, and the two bodies.

import type { Body, Exchange } from '../record/exchange.ts'

export const VERDICTS = ['served', 'refused', 'banned'] as const
export const WINDOWS = ['minute', 'day'] as const
export const DELIVERIES = ['whole', 'part', 'none'] as const

/** The places of the numbers. A moment takes three places: real, monotonic and world. An instant takes the first two. */
export const AT = {
  ...{ number: 0, session: 1, arrived: 2, replied: 5, closed: 8, counted: 11 },
  ...{ connection: 14, use: 15, verdict: 16, window: 17, limit: 18, remaining: 19, reset: 20, retryAfter: 21 },
  ...{ delivered: 22, deliveredBytes: 23, carriedOut: 24, status: 25, requestBytes: 26, replyBytes: 27 },
  ...{ stage: 28, inUse: 29, opened: 30 },
} as const

/** The count of numbers. The last four numbers are the lengths of the next parts, in bytes; -1 means no body. */
export const NUMBERS = 36
export const LENGTHS = 32
export const NUMBER_BYTES = NUMBERS * 8
/** The number of lines before the headers. The last of these lines counts the headers of the request. */
export const LINES = 15
/** UTF-8 takes at most this many bytes for one code unit. */
export const MAX_BYTES_PER_UNIT = 3

/** Fields that only few exchanges have. An absent field means an empty value. */
export type Rest = Pick<Exchange, 'testCase' | 'shown' | 'fault' | 'failure'> & {
  readonly refusal?: Exchange['caller']['refusal']
  readonly violations?: Exchange['violations']
  readonly warnings?: Exchange['warnings']
  readonly plays?: Exchange['plays']
  readonly causes?: Exchange['causes']
  readonly requestBody?: Omit<Body, 'text' | 'bytes'>
  readonly replyBody?: Omit<Body, 'text' | 'bytes'>
}
