// The replies of the catalogue's scenarios, asked for by header. Forced errors look real, and the world does not change.

import { expect, test } from 'vitest'
import { parseJson } from '../../src/contract/json/json.ts'
import { CODES } from '../../src/ground/problem.ts'
import { createCaller, REX, type Seen } from '../support/caller.ts'
import { start } from '../support/sandbox.ts'

test('a forced 429 differs from a true 429 only in the headers of the sandbox', async () => {
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

test.each(['new-fields', 'new-status'])(
  '%s changes single and listed animals in the same way, and does not change the world',
  async (scenario) => {
    const sandbox = await start()
    const call = createCaller(sandbox)
    const [before] = parseJson((await call()).text) as Record<string, unknown>[]
    const [listed] = parseJson((await call(scenario)).text) as Record<string, unknown>[]
    const single = parseJson((await call(scenario, { path: '/pets/1' })).text)
    const expected = {
      'new-fields': { ...before, nickname: 'Sunny' },
      'new-status': { ...before, status: 'reserved' },
    }[scenario]
    expect(listed).toEqual(expected)
    expect(single).toEqual(expected)
    expect((parseJson((await call()).text) as unknown[])[0]).toEqual(before)
  },
)

test('read-your-writes-lag hides a created animal also from calls without the switch', async () => {
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

test.each(['new-fields', 'read-your-writes-lag'])('the cause does not name %s when it changes nothing in the reply', async (scenario) => {
  const { status, headers } = await createCaller(await start())(scenario, { path: '/pets/4711' })
  expect([status, headers.get('sandbox-cause')]).toEqual([404, 'handler'])
})

test.each(['/nope', '/pets/1'])('errors without an example in the contract have a code of the catalogue: %s', async (path) => {
  const sandbox = await start()
  for (const scenario of ['server-error', 'unavailable', 'bad-request', 'unauthorized', 'bad-gateway']) {
    const { text } = await createCaller(sandbox)(scenario, { path })
    if (scenario !== 'bad-gateway') expect(Object.keys(CODES)).toContain((JSON.parse(text) as { code: string }).code)
  }
})

test('with bare, nothing shows that a reply is forced', async () => {
  const sandbox = await start({ bare: true })
  const { headers } = await createCaller(sandbox)('rate-limited')
  expect([...headers.keys()].filter((name) => name.startsWith('sandbox-'))).toEqual([])
})
