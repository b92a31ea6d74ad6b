// The replies of the catalogue's scenarios, asked for by header. Forced errors look real, and the world does not change.

import { expect, test } from 'vitest'
import { parseJson } from '../../src/contract/json/json.ts'
import { CODES } from '../../src/ground/problem.ts'
import { loadOwnScenarios } from '../../src/package-files.ts'
import { createCaller, REX, type Seen } from '../support/caller.ts'
import { connectRaw, head } from '../support/raw.ts'
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

test('the body has the status of the reply, whatever its code is', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ respond: { status: 418, code: 'not_found' } }] }])
  const { status, text } = await createCaller(sandbox)(undefined)
  expect([status, JSON.parse(text)]).toMatchObject([418, { code: 'not_found', status: 418 }])
})

test('a removed header does not come back', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ headers: { Date: null, 'X-RateLimit-Reset': null } }] }])
  const { headers } = await createCaller(sandbox)(undefined)
  expect([headers.get('date'), headers.get('x-ratelimit-reset')]).toEqual([null, null])
})

test('a patch that does not fit the body becomes a warning, and the rest of the reply is sent', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ patch: [{ op: 'add', path: '/name/x', value: 1 }] }] }])
  const { status, headers, text } = await createCaller(sandbox)(undefined, { path: '/pets/1' })
  expect([status, JSON.parse(text)]).toMatchObject([200, { id: 1 }])
  expect(headers.get('sandbox-warning')).toContain('the patch of the scenario does not apply: add /name/x')
})

test.each(['/nope', '/pets/1'])('errors without an example in the contract have a code of the catalogue: %s', async (path) => {
  const sandbox = await start()
  for (const scenario of ['server-error', 'unavailable', 'bad-request', 'unauthorized', 'bad-gateway']) {
    const { text } = await createCaller(sandbox)(scenario, { path })
    if (scenario !== 'bad-gateway') expect(Object.keys(CODES)).toContain((JSON.parse(text) as { code: string }).code)
  }
})

test('violations are noted even when a scenario answers', async () => {
  const sandbox = await start()
  await createCaller(sandbox)('server-error', { path: '/pets?limit=0' })
  const [exchange] = await sandbox.world('w1').requests.list()
  expect(exchange?.violations).toMatchObject([{ message: 'limit must be at least 1, got 0' }])
  expect(exchange?.appliedSteps).toEqual([{ scenario: 'server-error', step: 1, acted: true, passes: 'never' }])
})

test('with bare, nothing shows that a reply is forced', async () => {
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
])('%s on %s is sent, with a warning when the operation does not document %i', async (scenario, path, expected, warning) => {
  const { status, headers } = await createCaller(await start())(scenario, { path })
  expect([status, headers.get('sandbox-warning')]).toEqual([expected, warning && `"${warning}"`])
})

test('an undocumented status of an inline step is sent, with a warning', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ respond: { status: 418, body: { tea: true }, headers: { 'X-Tea': 'green' } } }] }])
  const { status, headers, text } = await createCaller(sandbox)(undefined)
  expect([status, headers.get('x-tea'), text]).toEqual([418, 'green', '{"tea":true}'])
  expect(headers.get('sandbox-warning')).toContain('listPets does not document 418')
})

test.each((await loadOwnScenarios([])).list().map(({ name }) => name))('%s takes the call that asks for it', async (name) => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/v1/pets/1')}Sandbox-Scenario: ${name}\r\n\r\n`)
  const world = sandbox.world('w1')
  await expect.poll(async () => (await world.requests.list())[0]?.appliedSteps).toMatchObject([{ scenario: name, step: 1 }])
})
