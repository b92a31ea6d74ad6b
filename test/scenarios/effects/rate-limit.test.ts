// The rate limits in forced replies: remaining, reset, Retry-After and the message agree with each other.

import { expect, test } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { start } from '../../support/sandbox.ts'

test('a forced 429 of the day shows the plan’s numbers for the day, and its cause names the day, like the cause of a true 429', async () => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  const call = createCaller(sandbox)
  const forced = await call('rate-limited;window=day')
  expect(JSON.parse(forced.text)).toMatchObject({ message: 'The limit of 1000 requests in the day window is used up: wait 21600 seconds' })
  expect(Object.fromEntries(forced.headers)).toMatchObject({
    'retry-after': '21600',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Date.parse('2026-01-01T06:00:00Z') / 1000),
    'sandbox-cause': 'scenario;name=rate-limited;step=1;window=day',
  })
  expect((await call('rate-limited;window=day;retry-after=1')).headers.get('retry-after')).toBe('1')
  await world.limits.set('free', { day: { remaining: 0 } })
  expect((await call()).headers.get('sandbox-cause')).toBe('rate-limit;window=day')
})

const RESET = Date.parse('2026-01-01T02:00:00Z') / 1000

test.each([
  ['more remaining requests than the limit', { limit: 7, remaining: 9 }, ['7', '7', 1767225660]],
  ['a limit, its remaining requests and its reset', { limit: 7, remaining: 5, reset: RESET }, ['7', '5', RESET]],
] as const)('an inline step can show %s', async (_title, rateLimit, [limit, remaining, reset]) => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  await world.scenarios.put([{ steps: [{ rateLimit }] }])
  const { headers } = await createCaller(sandbox)()
  expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))).toEqual([limit, remaining, String(reset)])
})

test('an inline step with 429 and a reset asks the client to wait until the reset', async () => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  await world.scenarios.put([{ steps: [{ rateLimit: { window: 'day', remaining: 0, reset: RESET }, respond: { status: 429 } }] }])
  const { headers, text } = await createCaller(sandbox)()
  expect([headers.get('retry-after'), headers.get('sandbox-cause')]).toEqual(['7200', 'scenario;name=inline;step=1;window=day'])
  expect(text).toContain('The limit of 1000 requests in the day window is used up: wait 7200 seconds')
})

test('Retry-After comes as a date, and in all forms that real services use', async () => {
  const sandbox = await start()
  await sandbox.world('w1').clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  const call = createCaller(sandbox)
  expect((await call('retry-after-date;retry-after=10')).headers.get('retry-after')).toBe('Thu, 01 Jan 2026 00:00:10 GMT')
  const forms: (string | number | null)[] = []
  for (let index = 0; index < 8; index += 1) {
    const { status, headers } = await call('retry-after-forms;extreme')
    forms.push(status === 429 ? headers.get('retry-after') : status)
  }
  expect(forms).toEqual(['3', 'Thu, 01 Jan 2026 00:00:03 GMT', '0', 'Wed, 31 Dec 2025 23:59:00 GMT', null, '86400000', '1767225603', 200])
})

test('low-remaining shows no more than the limit', async () => {
  const { headers } = await createCaller(await start())('low-remaining;remaining=1000')
  expect(headers.get('x-ratelimit-remaining')).toBe('60')
})
