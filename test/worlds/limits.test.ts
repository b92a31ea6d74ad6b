import { describe, expect, test } from 'vitest'
import type { Count, LimitChange } from '../../src/ground/generated/control.ts'
import type { PlanName } from '../../src/ground/generated/names.ts'
import { Clock } from '../../src/worlds/clock.ts'
import { Limits } from '../../src/worlds/limits.ts'
import { connectRaw, head, repliesIn } from '../support/raw.ts'
import { type Client, startWithClient } from '../support/sandbox.ts'

const FROZEN = { now: '2026-01-01T00:00:00.500Z', frozen: true }

async function startFrozen(plan: PlanName = 'free', options = {}) {
  const { sandbox, call } = await startWithClient(options, plan)
  const world = sandbox.world('w1')
  await world.clock.set(FROZEN)
  return { sandbox, call, world }
}

const shown = async (call: Client) => {
  const { status, headers } = await call('/pets?limit=1')
  return [status, ...['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))]
}

test.each([
  ['free', 60],
  ['pro', 300],
  ['business', 1000],
  ['enterprise', 10_000],
] as const)('the plan %s shows its limit per minute', async (plan, limit) => {
  const { call } = await startFrozen(plan)
  const reset = Math.floor(Date.parse(FROZEN.now) / 1000) + 60
  expect(await shown(call)).toEqual([200, limit, limit - 1, reset])
})

test('60 of 100 parallel requests are served, and 40 are refused', async () => {
  // On a busy machine the last of them come more than a second after the first 429, so they count towards a ban.
  const { sandbox, call } = await startFrozen('free', { banAfter: 1000 })
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}` }
  const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await fetch(`${sandbox.url}/pets`, { headers })).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  const { body, headers: refused, assumed } = await call('/pets')
  expect(body).toMatchObject({ code: 'rate_limited', message: 'The limit of 60 requests in the minute window is used up: wait 60 seconds' })
  expect(refused.get('sandbox-cause')).toBe('rate-limit;window=minute')
  expect(refused.get('retry-after')).toBe('60')
  expect(assumed).toContain('limited-body')
  const last = async () => (await sandbox.requests.list()).at(-1)
  await expect.poll(async () => (await last())?.closed).toBeDefined()
  expect((await last())?.causes).toEqual([{ name: 'rate-limit', parameters: { window: 'minute' } }])
})

test('a window opens with the first request after the last window closed, at a whole second', async () => {
  const { call, world } = await startFrozen()
  await world.limits.set('free', { remaining: 1 })
  expect((await call('/pets')).status).toBe(200)
  expect((await call('/pets')).status).toBe(429)
  await world.clock.advance(59.4)
  expect((await call('/pets')).status).toBe(429)
  await world.clock.advance(0.1)
  expect((await shown(call)).slice(0, 3)).toEqual([200, 60, 59])
})

test('failing requests count, and refused requests use up neither window', async () => {
  const { call, world } = await startFrozen()
  for (const path of ['/pets?limit=0', '/pets/4711', '/nothing']) await call(path)
  expect((await world.limits.get('free')).minute.remaining).toBe(57)
  await world.limits.set('free', { remaining: 0 })
  await call('/pets')
  await call('/pets')
  const { minute, day } = await world.limits.get('free')
  expect([minute.remaining, day.remaining]).toEqual([0, 997])
})

/** Sends so many requests on one connection, without waiting for the replies in between; all are served. */
async function sendAhead({ origin }: { origin: string }, count: number): Promise<void> {
  const client = connectRaw(origin)
  client.socket.end(`${head('GET', '/v1/pets?limit=1')}\r\n`.repeat(count))
  await client.ended
  expect(repliesIn(client.text()).map(({ status }) => status)).toEqual(Array(count).fill(200))
}

test('the day refuses, and is shown as soon as it has fewer left', async () => {
  const { sandbox, call, world } = await startFrozen()
  for (let minute = 0; minute < 16; minute += 1) {
    await sendAhead(sandbox, 60)
    await world.clock.advance(60)
  }
  expect((await shown(call)).slice(0, 3)).toEqual([200, 1000, 39])
  await sendAhead(sandbox, 39)
  const { headers, body } = await call('/pets')
  expect(headers.get('sandbox-cause')).toBe('rate-limit;window=day')
  expect(headers.get('retry-after')).toBe(String(86_400 - 960))
  expect(body).toMatchObject({ code: 'rate_limited' })
  await world.clock.advance(86_400 - 960)
  expect((await shown(call)).slice(0, 3)).toEqual([200, 60, 59])
})

test('callers without a key are counted by address, 10,000 of them, and the oldest goes first', () => {
  const plans = [{ name: 'free', minute: 60, day: 1000 }]
  const limits = new Limits({ plans, ban: { after: 10, seconds: 300 }, enforced: true }, new Clock())
  for (let index = 0; index < 10_000; index += 1) expect(limits.countAddress(String(index), {}).remaining).toBe(59)
  expect(limits.countAddress('0', {}).remaining).toBe(58)
  expect(limits.countAddress('new', {}).remaining).toBe(59)
  expect(limits.countAddress('1', {}).remaining).toBe(58)
  expect(limits.countAddress('0', {}).remaining).toBe(59)
})

test('a contract without plans allows nothing', () => {
  const limits = new Limits({ plans: [], ban: { after: 10, seconds: 300 }, enforced: true }, new Clock())
  expect(limits.countAddress('a', {})).toMatchObject({ verdict: 'served', limit: 0, remaining: 0 })
})

const OPENED = Date.parse('2026-01-01T00:00:00Z')
const endsAfter = (seconds: number) => new Date(OPENED + seconds * 1000).toISOString()
const MINUTE = { limit: 60, seconds: 60, remaining: 57, resets: endsAfter(60) }
const DAY = { limit: 1000, seconds: 86_400, remaining: 997, resets: endsAfter(86_400) }

test.each<[LimitChange, object, object]>([
  [{ remaining: 5 }, { ...MINUTE, remaining: 5 }, DAY],
  [{ remaining: 60 }, { ...MINUTE, remaining: 60 }, DAY],
  [{ minute: { remaining: 0 } }, { ...MINUTE, remaining: 0 }, DAY],
  [{ remaining: 5, minute: { remaining: 6 } }, { ...MINUTE, remaining: 6 }, DAY],
  [{ day: { remaining: 0 } }, MINUTE, { ...DAY, remaining: 0 }],
  [{ minute: { limit: 9 } }, { ...MINUTE, limit: 9, remaining: 9, resets: null }, DAY],
  [{ minute: { limit: 0 } }, { ...MINUTE, limit: 0, remaining: 0, resets: null }, DAY],
  [{ minute: { seconds: 7 } }, { ...MINUTE, seconds: 7, remaining: 60, resets: null }, DAY],
  [{ day: { limit: 50, seconds: 99, remaining: 3 } }, MINUTE, { limit: 50, seconds: 99, remaining: 3, resets: endsAfter(10 + 99) }],
  [{ remaining: 3, minute: { limit: 4 } }, { limit: 4, seconds: 60, remaining: 3, resets: endsAfter(10 + 60) }, DAY],
  [{ ban: null }, MINUTE, DAY],
])('limits that are set while both windows are open: %j', async (change, minute, day) => {
  const { call, world } = await startFrozen()
  for (let request = 0; request < 3; request += 1) await call('/pets')
  await world.clock.advance(10)
  const after = await world.limits.set('free', change)
  expect(after).toEqual({ minute, day, ban: null })
  expect(await world.limits.get('free')).toEqual(after)
  // The other plans keep their limits.
  expect((await world.limits.get('pro')).minute).toEqual({ limit: 300, seconds: 60, remaining: 300, resets: null })
})

test('without a valid key the limits of the plan free are shown and never enforced', async () => {
  const { call } = await startFrozen()
  const remaining: string[] = []
  for (let request = 0; request < 62; request += 1) {
    const { status, headers } = await call('/pets', { key: null, headers: {} })
    expect(status).toBe(401)
    remaining.push(headers.get('x-ratelimit-remaining') ?? '')
  }
  expect([remaining[0], remaining[59], remaining[61]]).toEqual(['59', '0', '0'])
})

test('keys of other plans in the same world have their own limits', async () => {
  const { call, sandbox, world } = await startFrozen()
  await world.limits.set('free', { remaining: 0 })
  expect((await call('/pets')).status).toBe(429)
  expect((await call('/pets', { key: sandbox.key('pro', 'w1') })).status).toBe(200)
})

test('--limits off counts nothing', async () => {
  const { call } = await startWithClient({ limits: 'off' }, 'free')
  for (let request = 0; request < 65; request += 1) expect((await shown(call)).slice(0, 3)).toEqual([200, 60, 60])
})

describe('the ban', () => {
  async function startRefused(options = {}) {
    const parts = await startFrozen('free', options)
    await parts.world.limits.set('free', { remaining: 0 })
    expect((await parts.call('/pets')).status).toBe(429)
    return parts
  }
  const codes = async (call: Client, count: number) => {
    const seen: string[] = []
    for (let request = 0; request < count; request += 1) seen.push(((await call('/pets')).body as { code: string }).code)
    return seen
  }

  test('requests that are already under way do not count as early', async () => {
    const { sandbox } = await startRefused()
    const client = connectRaw(sandbox.url)
    // In one piece, so that all of them arrive at once, also on a busy machine.
    client.send(`${head('GET', '/v1/pets')}\r\n`.repeat(30))
    await expect.poll(() => repliesIn(client.text()).length).toBe(30)
    expect(new Set(repliesIn(client.text()).map(({ body }) => JSON.parse(body).code))).toEqual(new Set(['rate_limited']))
  })

  test('the tenth early request is banned first; the ban lasts 5 minutes and is not prolonged', async () => {
    const { call, world } = await startRefused()
    await world.clock.advance(1.001)
    const seen = await codes(call, 11)
    expect(seen.slice(0, 9)).toEqual(Array(9).fill('rate_limited'))
    expect(seen.slice(9)).toEqual(['key_banned', 'key_banned'])
    await world.clock.advance(299)
    const { headers, status } = await call('/pets')
    expect([status, headers.get('retry-after'), headers.get('sandbox-cause')]).toEqual([429, '2', 'ban'])
    await world.clock.advance(1)
    expect((await call('/pets')).status).toBe(200)
  })

  test('a client that comes back at X-RateLimit-Reset is served, also when Retry-After is not over', async () => {
    const { call, world } = await startFrozen()
    await world.clock.set({ now: '2026-01-01T00:00:00.900Z' })
    await world.limits.set('free', { minute: { limit: 20, remaining: 0 } })
    const { headers } = await call('/pets')
    const reset = Number(headers.get('x-ratelimit-reset'))
    await world.clock.set({ now: new Date(reset * 1000).toISOString() })
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await call('/pets')).status))
    expect(statuses).toEqual(Array(20).fill(200))
    expect(await codes(call, 9)).not.toContain('key_banned')
  })

  test.each<[string, (count: Count) => number]>([
    ['X-RateLimit-Reset', ({ reset }) => reset * 1000],
    ['Retry-After', ({ at, retryAfter }) => at.world + retryAfter * 1000],
  ])('a client that obeys %s is neither refused again nor banned, at any phase of the second', (_header, waitUntil) => {
    const plans = [{ name: 'free', minute: 2, day: 5 }]
    for (let phase = 0; phase < 1000; phase += 1) {
      const clock = new Clock()
      const limits = new Limits({ plans, ban: { after: 1, seconds: 300 }, enforced: true }, clock)
      clock.set({ now: OPENED + phase, frozen: true })
      for (let refusals = 0; refusals < 5; ) {
        const count = limits.count('free', clock.moment(), {})
        if (count.verdict === 'served') continue
        refusals += 1
        expect(count.verdict, `at ${phase} ms`).toBe('refused')
        clock.set({ now: waitUntil(count) })
        expect(limits.count('free', clock.moment(), {}).verdict, `at ${phase} ms`).toBe('served')
      }
    }
  })

  test('a request counts at its arrival, even when its body comes late', async () => {
    const { sandbox } = await startWithClient({ banAfter: 1 }, 'free')
    const world = sandbox.world('w1')
    const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'content-type': 'application/json' }
    let finish = () => {}
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"Rex",'))
        finish = () => {
          controller.enqueue(new TextEncoder().encode('"categoryId":1}'))
          controller.close()
        }
      },
    })
    const upload = fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    await expect.poll(async () => (await world.limits.get('free')).minute.remaining).toBe(59)
    await world.limits.set('free', { remaining: 0 })
    expect((await fetch(`${sandbox.url}/pets`, { headers })).status).toBe(429)
    await world.clock.advance(1.001)
    finish()
    expect((await upload).status).toBe(201)
  })
})
