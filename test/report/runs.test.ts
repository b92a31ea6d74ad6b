// Signs of a retry. They show that calls belong together.

import { expect, test } from 'vitest'
import type { Ask } from '../../bench/judge/virtual-exchange.ts'
import { VirtualSandbox } from '../../bench/judge/virtual-sandbox.ts'
import { standingOf } from '../../src/report/formats/describe.ts'
import { ruleOf } from './rules/standing.ts'

const LIMITED = { status: 429, retryAfter: 5, passes: 'never' } as const
const UUID = 'd9428888-122b-11e1-b85c-61cd3cbb3210'
const OTHER = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

const headers = (...values: (Readonly<Record<string, string>> | undefined)[]): Ask[] => values.map((one) => (one ? { headers: one } : {}))

/** Early calls after 429s. Before them comes a call of another kind, which may have its own headers. */
function isTaken(asks: readonly Ask[], before: Ask = {}): boolean {
  const sandbox = new VirtualSandbox()
  sandbox.call({ ...before, query: 'limit=9' })
  for (const ask of asks) sandbox.call(ask, LIMITED)
  return standingOf(ruleOf(sandbox.report(), 'honours-retry-after')) === 'failed'
}

test.each<[string, Ask[]]>([
  ['a counter that begins with the first retry', headers(undefined, { 'X-Retry-Count': '1' }, { 'X-Retry-Count': '2' })],
  ['a counter that begins at 0', headers({ 'Retry-Attempt': '0' }, { 'Retry-Attempt': '1' })],
  ['a counter that begins at 1', headers({ 'amz-sdk-request': 'attempt=1; max=3' }, { 'amz-sdk-request': 'attempt=2; max=3' })],
  ['an attempt that is numbered from the second on', headers(undefined, { 'X-Attempt': '2' })],
  ['an id that both have', headers({ 'Idempotency-Key': UUID }, { 'Idempotency-Key': UUID })],
  [
    'a trace that both have',
    headers({ traceparent: `00-${'a'.repeat(31)}1-00f067aa0ba902b7-01` }, { traceparent: `00-${'a'.repeat(31)}1-b9c7c989f97918e1-01` }),
  ],
  ['a case', [{ testCase: { name: 'a' } }, { testCase: { name: 'a' } }]],
])('%s is a sign', (_title, asks) => {
  expect(isTaken(asks)).toBe(true)
})

test.each<[string, Ask[], Ask?]>([
  ['nothing', headers(undefined, undefined)],
  ['a number that goes on from call to call', headers({ 'X-Number': '17' }, { 'X-Number': '18' })],
  ['a number that stays', headers({ 'X-Api-Version': '1' }, { 'X-Api-Version': '1' })],
  ['another id for each call', headers({ 'X-Request-Id': UUID }, { 'X-Request-Id': OTHER })],
  ['an id that other calls have too', headers({ 'X-Session': UUID }, { 'X-Session': UUID }), { headers: { 'X-Session': UUID } }],
  ['a short word', headers({ 'X-Client': 'web' }, { 'X-Client': 'web' })],
  ['two cases', [{ testCase: { name: 'a' } }, { testCase: { name: 'b' } }]],
])('%s is no sign', (_title, asks, before) => {
  expect(isTaken(asks, before)).toBe(false)
})
