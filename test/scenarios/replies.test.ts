// What the scenarios of the catalogue reply, by header: forced errors look real, and the world stays as it is.

import { expect, test } from 'vitest'
import { parseJson } from '../../src/json.ts'
import { createCaller, REX, type Seen } from '../support/caller.ts'
import { start } from '../support/sandbox.ts'

test.each([
  ['unauthorized', '/pets', 401, { 'www-authenticate': 'Bearer realm="Pet Store", error="invalid_token"' }, 'unauthorized'],
  ['not-found', '/pets/1', 404, {}, 'not_found'],
  ['bad-request', '/pets', 400, {}, 'invalid_parameter'],
  ['rate-limited', '/pets', 429, { 'retry-after': '1', 'x-ratelimit-remaining': '0', 'cache-control': 'no-store' }, 'rate_limited'],
  ['rate-limited;retry-after=5', '/pets', 429, { 'retry-after': '5', 'x-ratelimit-remaining': '0' }, 'rate_limited'],
  ['low-remaining;remaining=3', '/pets', 200, { 'x-ratelimit-remaining': '3', 'x-ratelimit-limit': '60' }, undefined],
  ['banned', '/pets', 429, { 'retry-after': '300', 'x-ratelimit-remaining': '0' }, 'key_banned'],
  ['throttled-then-ok', '/pets', 429, { 'retry-after': '2', 'x-ratelimit-remaining': '0' }, 'rate_limited'],
  ['server-error', '/pets', 500, {}, 'internal_error'],
  ['unavailable;retry-after=2', '/pets', 503, { 'retry-after': '2' }, 'unavailable'],
  ['operation-removed', '/pets/1', 404, { sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }, 'operation_removed'],
  ['bad-gateway', '/pets', 502, { 'content-type': 'text/html' }, undefined],
  ['slow;delay=0.05', '/pets', 200, {}, undefined],
])('by header, %s', async (scenario, path, status, headers, code) => {
  const sandbox = await start()
  const seen = await createCaller(sandbox)(scenario, { path })
  expect(seen.status).toBe(status)
  for (const [name, value] of Object.entries(headers)) expect(seen.headers.get(name), name).toBe(value)
  expect(seen.headers.get('sandbox-cause')).toBe(`scenario;name=${scenario.split(';')[0]};step=1`)
  if (code) expect(JSON.parse(seen.text)).toEqual({ code, status, message: expect.any(String) })
  const now = Math.floor(Date.parse(seen.headers.get('date') ?? '') / 1000)
  if (status === 429) expect(Number(seen.headers.get('x-ratelimit-reset'))).toBe(now + Number(seen.headers.get('retry-after')))
})

test('a forced 429 is the true one but for the headers of the sandbox', async () => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  const call = createCaller(sandbox)
  const forced = await call('rate-limited;retry-after=60')
  await world.limits.set('free', { remaining: 0 })
  const real = await call()
  const headersOf = ({ headers }: Seen) => [...headers].filter(([name]) => !name.startsWith('sandbox-'))
  expect(forced.text).toBe(real.text)
  expect(headersOf(forced)).toEqual(headersOf(real))
})

test('a forced 429 of the day shows the numbers of the plan’s day, and its cause names the day, as that of the true one does', async () => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  const call = createCaller(sandbox)
  const forced = await call('rate-limited;window=day')
  expect(JSON.parse(forced.text)).toMatchObject({ message: 'The limit of 1000 requests a day is used up: wait 21600 seconds' })
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

test('a wait that is longer than the window is not said to be the limit’s', async () => {
  const sandbox = await start()
  const call = createCaller(sandbox)
  const messageOf = async (scenario: string) => (JSON.parse((await call(scenario)).text) as { message: string }).message
  expect(await messageOf('rate-limited;retry-after=60')).toBe('The limit of 60 requests a minute is used up: wait 60 seconds')
  expect(await messageOf('rate-limited;retry-after=61')).toBe('Too many requests: wait 61 seconds')
  expect(await messageOf('rate-limited;retry-after=80000')).toBe('Too many requests: wait 80000 seconds')
  expect(await messageOf('rate-limited;window=day;retry-after=80000')).toBe(
    'The limit of 1000 requests a day is used up: wait 80000 seconds',
  )
  await sandbox.world('w1').limits.set('free', { minute: { seconds: 300 } })
  expect(await messageOf('rate-limited;retry-after=250')).toBe('The limit of 60 requests a minute is used up: wait 250 seconds')
})

const RESET = Date.parse('2026-01-01T02:00:00Z') / 1000

test.each([
  ['nothing of the day, so its true numbers', { window: 'day' }, ['1000', '999', RESET + 22 * 3600]],
  ['a limit', { limit: 7 }, ['7', '7', 1767225660]],
  ['more left than the limit', { limit: 7, remaining: 9 }, ['7', '7', 1767225660]],
  ['a limit, what is left of it, and when it resets', { limit: 7, remaining: 5, reset: RESET }, ['7', '5', RESET]],
  ['a wait', { wait: 30 }, ['60', '59', 1767225630]],
])('an own step can show %s', async (_title, rateLimit, [limit, remaining, reset]) => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  await world.scenarios.put([{ steps: [{ rateLimit }] }])
  const { headers } = await createCaller(sandbox)()
  expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))).toEqual([limit, remaining, String(reset)])
})

test('an own step with 429 and a reset asks to wait for it', async () => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  await world.scenarios.put([{ steps: [{ rateLimit: { window: 'day', remaining: 0, reset: RESET }, respond: { status: 429 } }] }])
  const { headers, text } = await createCaller(sandbox)()
  expect([headers.get('retry-after'), headers.get('sandbox-cause')]).toEqual(['7200', 'scenario;name=inline;step=1;window=day'])
  expect(text).toContain('The limit of 1000 requests a day is used up: wait 7200 seconds')
})

test('an own step with a plain 429 has nothing left', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ respond: { status: 429 } }] }])
  const { headers } = await createCaller(sandbox)()
  expect(headers.get('x-ratelimit-remaining')).toBe('0')
})

test('Retry-After comes as a date, and in all the forms seen in the wild', async () => {
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

test.each(['new-fields', 'new-status', 'big-ids'])(
  '%s changes single and listed animals alike, and the world not at all',
  async (scenario) => {
    const sandbox = await start()
    const call = createCaller(sandbox)
    const [before] = parseJson((await call()).text) as Record<string, unknown>[]
    const [listed] = parseJson((await call(scenario)).text) as Record<string, unknown>[]
    const single = parseJson((await call(scenario, { path: '/pets/1' })).text)
    const expected = {
      'new-fields': { ...before, nickname: 'Sunny' },
      'new-status': { ...before, status: 'reserved' },
      'big-ids': { ...before, id: 9007199254740993n },
    }[scenario]
    expect(listed).toEqual(expected)
    expect(single).toEqual(expected)
    expect((parseJson((await call()).text) as unknown[])[0]).toEqual(before)
  },
)

test('shuffled-lists has the same animals in another order', async () => {
  const call = createCaller(await start())
  const ids = async (scenario?: string) => (JSON.parse((await call(scenario)).text) as { id: number }[]).map(({ id }) => id)
  const [real, shuffled] = [await ids(), await ids('shuffled-lists')]
  expect(shuffled).not.toEqual(real)
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(real)
})

test('read-your-writes-lag hides what was created from calls without the switch, too', async () => {
  const sandbox = await start()
  const call = createCaller(sandbox)
  const world = sandbox.world('w1')
  await world.clock.set({ frozen: true })
  expect((await call('read-your-writes-lag;for=2', REX)).status).toBe(201)
  expect((await call(undefined, { path: '/pets/16' })).status).toBe(404)
  expect(JSON.parse((await call()).text)).toHaveLength(15)
  await world.clock.advance(2)
  expect((await call(undefined, { path: '/pets/16' })).status).toBe(200)
  expect(JSON.parse((await call()).text)).toHaveLength(16)
})

test.each(['new-fields', 'big-ids', 'shuffled-lists', 'read-your-writes-lag'])(
  'a reply that %s has nothing to do to is not said to be its own',
  async (scenario) => {
    const { status, headers } = await createCaller(await start())(scenario, { path: '/pets/4711' })
    expect([status, headers.get('sandbox-cause')]).toEqual([404, 'handler'])
  },
)

test('low-remaining shows no more than the limit', async () => {
  const { headers } = await createCaller(await start())('low-remaining;remaining=1000')
  expect(headers.get('x-ratelimit-remaining')).toBe('60')
})

test('the status in the body is that of the reply, whatever the code', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ respond: { status: 418, code: 'not_found' } }] }])
  const { status, text } = await createCaller(sandbox)(undefined)
  expect([status, JSON.parse(text)]).toMatchObject([418, { code: 'not_found', status: 418 }])
})

test('a header that is removed is not put in again', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ headers: { Date: null, 'X-RateLimit-Reset': null } }] }])
  const { headers } = await createCaller(sandbox)(undefined)
  expect([headers.get('date'), headers.get('x-ratelimit-reset')]).toEqual([null, null])
})

test('a patch that does not fit the body is said, and the rest is given', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ patch: [{ op: 'add', path: '/name/x', value: 1 }] }] }])
  const { status, headers, text } = await createCaller(sandbox)(undefined, { path: '/pets/1' })
  expect([status, JSON.parse(text)]).toMatchObject([200, { id: 1 }])
  expect(headers.get('sandbox-warning')).toContain('the patch of the scenario does not apply: add /name/x')
})

test.each(['/nope', '/pets/1'])('errors without an example of the contract have a code of the catalogue: %s', async (path) => {
  const sandbox = await start()
  const reference = await (await fetch(`${sandbox.origin}/docs`)).text()
  for (const scenario of ['server-error', 'unavailable', 'bad-request', 'unauthorized', 'bad-gateway']) {
    const { text } = await createCaller(sandbox)(scenario, { path })
    if (scenario !== 'bad-gateway') expect(reference).toContain(`<code>${(JSON.parse(text) as { code: string }).code}</code>`)
  }
})

test('violations are noted even when a scenario answers', async () => {
  const sandbox = await start()
  await createCaller(sandbox)('server-error', { path: '/pets?limit=0' })
  const [exchange] = await sandbox.world('w1').exchanges()
  expect(exchange?.violations).toMatchObject([{ message: 'limit must be at least 1, got 0' }])
  expect(exchange?.plays).toEqual([{ scenario: 'server-error', step: 1, acted: true }])
})

test('with bare nothing tells a forced reply apart', async () => {
  const sandbox = await start({ bare: true })
  const { headers } = await createCaller(sandbox)('rate-limited')
  expect([...headers.keys()].filter((name) => name.startsWith('sandbox-'))).toEqual([])
})

test.each([
  ['bad-request', '/pets/1', 400, 'getPet does not document 400: the contract does not promise this reply'],
  ['not-found', '/pets', 404, 'listPets does not document 404: the contract does not promise this reply'],
  ['bad-gateway', '/pets', 502, 'listPets does not document 502: the contract does not promise this reply'],
  ['not-found', '/pets/1', 404, null],
  ['server-error', '/store/orders', 500, null],
])('%s on %s is given, with a warning where the operation does not document %i', async (scenario, path, expected, warning) => {
  const { status, headers } = await createCaller(await start())(scenario, { path })
  expect([status, headers.get('sandbox-warning')]).toEqual([expected, warning && `"${warning}"`])
})

test.each([
  ['server-error', 'codes, failures'],
  ['unavailable', 'codes, failures'],
  ['bad-request', 'codes, invalid-query'],
])('a forced error names the assumptions of a true one: %s', async (scenario, assumed) => {
  expect((await createCaller(await start())(scenario)).headers.get('sandbox-assumed')).toBe(assumed)
})

test('a status of an own step that the operation does not document is given, and said', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ respond: { status: 418, body: { tea: true }, headers: { 'X-Tea': 'green' } } }] }])
  const { status, headers, text } = await createCaller(sandbox)(undefined)
  expect([status, headers.get('x-tea'), text]).toEqual([418, 'green', '{"tea":true}'])
  expect(headers.get('sandbox-warning')).toContain('listPets does not document 418')
})
