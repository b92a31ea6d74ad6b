// The wait that a reply asks for, and the moment from which a client is not early.

import { expect, test } from 'vitest'
import { readAsk } from '../../src/examine/record/retry-after.ts'
import { createExchange } from '../support/exchanges.ts'

/** The real time of the replies, in seconds. */
const SENT = 1767225600
const inSeconds = (seconds: number) => new Date((SENT + seconds) * 1000).toUTCString()

const askOf = (status: number, headers: Readonly<Record<string, string>>, address = '127.0.0.1') => {
  const { connection } = createExchange(1)
  return readAsk(createExchange(1, { connection: { ...connection, address }, reply: { status, headers, body: { text: '', bytes: 0 } } }))
}

test.each<[string, number, Record<string, string>, ReturnType<typeof askOf>]>([
  ['no header', 503, {}, undefined],
  ['another status', 500, { 'Retry-After': '3' }, undefined],
  ['seconds', 503, { 'Retry-After': '100' }, { seconds: 100, least: 99_850 }],
  ['a header in small letters', 429, { 'retry-after': '100' }, { seconds: 100, least: 99_850 }],
  ['no time at all', 429, { 'Retry-After': '0' }, { seconds: 0, least: 0 }],
  ['a day', 503, { 'Retry-After': '86400' }, { seconds: 86_400, least: 86_313_550 }],
  ['more than a day', 503, { 'Retry-After': '86401' }, undefined],
  ['no number and no date', 503, { 'Retry-After': 'soon' }, undefined],
  ['a date', 503, { 'Retry-After': inSeconds(100) }, { seconds: 100, least: 98_850 }],
  ['a date that is over', 503, { 'Retry-After': inSeconds(-1) }, { seconds: 0, least: 0 }],
  ['a date after that of the reply', 503, { 'Retry-After': inSeconds(100), Date: inSeconds(40) }, { seconds: 60, least: 58_890 }],
  ['a limit that opens later', 429, limit('100', 101), { seconds: 100, least: 99_850 }],
  ['a limit that opens then', 429, limit('100', 100), { seconds: 100, least: 98_850 }],
  ['a limit that opens a second earlier', 429, limit('100', 99), { seconds: 100, least: 98_850 }],
  ['a limit that opens much earlier', 429, limit('100', 7), { seconds: 100, least: 6950 }],
  ['a limit that opens at once', 429, limit('100', 0), { seconds: 100, least: 0 }],
  ['a limit beside a 503', 503, limit('100', 7), { seconds: 100, least: 99_850 }],
  ['a limit beside a date', 429, limit(inSeconds(100), 101), { seconds: 100, least: 98_850 }],
])('%s', (_title, status, headers, ask) => {
  expect(askOf(status, headers)).toEqual(ask)
})

function limit(retryAfter: string, opens: number): Record<string, string> {
  return { 'Retry-After': retryAfter, 'X-RateLimit-Reset': String(SENT + opens) }
}

test('a date is judged only for a client of this machine', () => {
  expect(askOf(503, { 'Retry-After': inSeconds(100) }, '192.0.2.1')).toBeUndefined()
  expect(askOf(503, { 'Retry-After': '100' }, '192.0.2.1')).toMatchObject({ seconds: 100 })
})
