// Live events over HTTP and in the library.

import { expect, onTestFinished, test } from 'vitest'
import { createControlClient } from '../../support/control.ts'
import { connectRaw } from '../../support/raw.ts'
import { type CallOptions, start, startWithClient } from '../../support/sandbox.ts'

interface Event {
  readonly event: string | undefined
  readonly data: { readonly [name: string]: unknown }
}

/** Follows events. `next` resolves with the given number of events. */
async function follow(origin: string, path: string) {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const response = await fetch(`${origin}/_sandbox${path}`, { signal: ending.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (count: number): Promise<Event[]> => {
    const events: Event[] = []
    while (events.length < count) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`the events ended after ${events.length}`)
        text += value
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      if (field('data') !== undefined) events.push({ event: field('event'), data: JSON.parse(field('data') ?? '') })
    }
    return events
  }
  return { next, reader }
}

const REX: CallOptions = { method: 'POST', body: { name: 'Rex', categoryId: 1 } }

test('there is an event when an exchange gets its reply and when it is over; a subscription creates the world', async () => {
  const { sandbox, call } = await startWithClient()
  const { next } = await follow(sandbox.origin, '/worlds/w1/events')
  expect((await createControlClient(sandbox)('GET /worlds')).body).toMatchObject([{ name: 'w1' }])
  const { headers } = await call('/pets', REX)
  await call('/pets', { key: 'sandbox_free_w2' })
  await call('/pets/1')
  const events = await next(4)
  expect(events.map(({ event, data }) => [event, data.operation, data.world])).toEqual([
    ['replied', 'createPet', 'w1'],
    ['closed', 'createPet', 'w1'],
    ['replied', 'getPet', 'w1'],
    ['closed', 'getPet', 'w1'],
  ])
  expect(events[1]?.data).toEqual(await sandbox.world('w1').requests.find(headers.get('sandbox-request-id') ?? ''))
})

test('there are events for changes of every kind, of all worlds', async () => {
  const sandbox = await start({ maxWorlds: 1 })
  const { next } = await follow(sandbox.origin, '/events')
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2030-12-05T00:00:00Z', frozen: true })
  await world.clock.advance(1)
  await world.limits.set('free', { remaining: 1 })
  await world.data.patch('pets', 1, { status: 'sold' })
  await world.data.remove('pets', 1)
  await world.scenarios.put([{ name: 'flaky' }, { name: 'slow', parameters: { delay: 0 } }])
  await world.scenarios.clear()
  await world.assumptions.put({ order: 'newest-first' })
  await world.assumptions.clear()
  await world.requests.clear()
  await world.reset()
  await sandbox.world('w2').reset()
  await sandbox.world('w2').delete()
  const events = await next(14)
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['changed']))
  const at = (data: Event['data']) => (data.at as { world: number }).world - Date.parse('2030-12-05T00:00:00Z')
  const FROZEN = { world: 'w1', session: 1, at: 1000 }
  expect(events.map(({ data }) => ({ ...data, at: data.session === 1 ? at(data) : 'today' }))).toEqual([
    { ...FROZEN, what: 'clock', revision: 1, at: 0 },
    { ...FROZEN, what: 'clock', revision: 1 },
    { ...FROZEN, what: 'limits', revision: 2 },
    { ...FROZEN, what: 'data', revision: 3 },
    { ...FROZEN, what: 'data', revision: 4 },
    { ...FROZEN, what: 'scenarios', revision: 5, scenarios: ['flaky', 'slow'] },
    { ...FROZEN, what: 'scenarios', revision: 6, scenarios: [] },
    { ...FROZEN, what: 'assumptions', revision: 7 },
    { ...FROZEN, what: 'assumptions', revision: 8 },
    { ...FROZEN, what: 'journal', revision: 8 },
    { world: 'w1', what: 'reset', session: 2, revision: 0, at: 'today' },
    { world: 'w1', what: 'unloaded', session: 2, revision: 0, at: 'today' },
    { world: 'w2', what: 'reset', session: 4, revision: 0, at: 'today' },
    { world: 'w2', what: 'deleted', session: 4, revision: 0, at: 'today' },
  ])
})

test('an event names the requests that somebody took out of the journal', async () => {
  const { sandbox, call } = await startWithClient()
  const { next } = await follow(sandbox.origin, '/events')
  await call('/pets')
  const [, closed] = await next(2)
  await sandbox.requests.clear([String(closed?.data.id), 'req_other_1'])
  expect((await next(1))[0]?.data).toMatchObject({ world: 'w1', what: 'requests', requests: [closed?.data.id] })
})

test('a reader that stops reading delays nobody, takes little memory, and is told how many events it has lost', async () => {
  const { sandbox } = await startWithClient({ limits: 'off' })
  const client = connectRaw(sandbox.origin)
  client.send('GET /_sandbox/worlds/w1/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(client.text).toContain('the sandbox is there')
  client.socket.pause()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'x'.repeat(60_000), categoryId: 1 })
  const calls = 300
  for (let round = 0; round < calls / 10; round += 1)
    await Promise.all(
      Array.from({ length: 10 }, async () => (await fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body })).text()),
    )
  client.socket.resume()
  const counts = () => {
    const told = (client.text().match(/^event: (waiting|replied|closed)$/gm) ?? []).length
    const lost = [...client.text().matchAll(/^event: lost\ndata: \{"count":(\d+)\}$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
    return { told, lost }
  }
  // On a slow machine a call may wait so long that it has an event more.
  await expect.poll(() => counts().told + counts().lost).toBeGreaterThanOrEqual(2 * calls)
  expect(counts().lost).toBeGreaterThan(100)
})

test('a sandbox that ends does not wait for its readers', async () => {
  const { sandbox } = await startWithClient()
  const { reader } = await follow(sandbox.origin, '/events')
  await sandbox.close()
  for (let isDone = false; !isDone; ) isDone = (await reader.read()).done
})

test('HEAD gets the headers of the events, and follows no events', async () => {
  const { sandbox } = await startWithClient()
  for (let times = 0; times < 150; times += 1) {
    const { status, headers } = await fetch(`${sandbox.origin}/_sandbox/events`, { method: 'HEAD' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  }
})

test('readers that leave make room for others', async () => {
  const { sandbox } = await startWithClient()
  for (let times = 0; times < 250; times += 1) {
    await expect
      .poll(async () => {
        const ending = new AbortController()
        const { status } = await fetch(`${sandbox.origin}/_sandbox/events`, { signal: ending.signal })
        ending.abort()
        return status
      })
      .toBe(200)
  }
})
