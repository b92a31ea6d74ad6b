// The control API over HTTP: the effect of each call, and its refusals.

import { describe, expect, test } from 'vitest'
import type { PlanName } from '../../../src/ground/generated/names.ts'
import { createControlClient } from '../../support/control.ts'
import { startWithClient } from '../../support/sandbox.ts'

async function startDriven(options = {}, plan: PlanName = 'free') {
  const { sandbox, call } = await startWithClient(options, plan)
  return { sandbox, call, control: createControlClient(sandbox) }
}

const W = '/worlds/w1'
const REX = { name: 'Rex', categoryId: 1, status: 'sold' }
const TWIN = { id: 1, ...REX }

describe('a wrong call is refused, and changes nothing', () => {
  test.each<[string, unknown, number, string]>([
    [`PUT ${W}/clock`, '', 400, 'the body is missing: it must be an object, for example'],
    [`PUT ${W}/clock`, { now: '9999-01-01T00:00:00Z' }, 400, 'now must be a time from 1970 to 9998'],
    [`PUT ${W}/clock`, '{"frozen":true,"frozen":false}', 400, 'the name "frozen" is used twice'],
    [`PUT ${W}/clock?force=1`, { frozen: true }, 400, 'the query parameter "force" is not known'],
    [`POST ${W}/clock/advance`, { seconds: -2e9 }, 400, 'seconds must lead to a time from 1970 to 9998, got -2000000000'],
    [`PUT ${W}/clock`, { now: '1970-01-01T00:00:00+00:01' }, 400, 'now must be a time from 1970 to 9998'],
    [`PUT ${W}/clock`, { now: '9998-12-31T23:59:59-00:01' }, 400, 'now must be a time from 1970 to 9998'],
    [`PUT ${W}/clock`, { now: '1969-12-31T23:59:59Z' }, 400, 'now must be a time from 1970 to 9998'],
    [`PUT ${W}/clock`, { now: '0000-01-01T00:00:00Z' }, 400, 'now must be a time from 1970 to 9998'],
    [`POST ${W}/clock/advance`, { seconds: 1e300 }, 400, 'seconds must be at most 253370764800, got 1e+300'],
    [`PUT ${W}/limits/free`, { minute: { limit: 1.5 } }, 400, 'minute.limit must be an integer, got 1.5'],
    [`PUT ${W}/limits/free`, { minute: {} }, 400, 'minute is empty: send limit or seconds or remaining'],
    [`PUT ${W}/limits/free`, { ban: true }, 400, 'ban must be null, got true'],
    [`PUT ${W}/data`, {}, 400, 'body is empty: send pets or orders'],
    [`PUT ${W}/data`, { cats: [] }, 400, 'cats is not in the control API: did you mean pets?'],
    [`PUT ${W}/data`, { pets: [TWIN, TWIN] }, 400, 'pets[1]: another item has the id '],
    [`PUT ${W}/data`, { orders: [], pets: [{ id: 1, ...REX, status: 'lost' }] }, 400, 'pets[0].status must be one of available'],
    [
      `PUT ${W}/data`,
      '{"pets":[{"id":9223372036854775808,"name":"a","categoryId":1,"status":"sold"}]}',
      400,
      'must be at most 9223372036854775807',
    ],
    [`POST ${W}/data/pets`, { ...REX, id: 1 }, 400, 'pets already has an item with the id 1'],
    [`POST ${W}/data/pets`, { ...REX, id: 'x' }, 400, 'id must be an int64'],
    [`POST ${W}/data/pets`, { name: 'Rex' }, 400, 'categoryId is missing: send an int64'],
    [`PATCH ${W}/data/pets/1`, {}, 400, 'body is empty: send at least one field'],
    [`PATCH ${W}/data/pets/1`, { id: 7 }, 400, 'id cannot be changed'],
    [`PATCH ${W}/data/pets/1`, { id: '1' }, 400, 'id must be an int64 (a whole number), got "1": leave out the quotation marks'],
    [`PATCH ${W}/data/pets/1`, { nick: 'a' }, 400, 'nick is not in the contract: leave it out (known: name, categoryId, status, id)'],
    [`PATCH ${W}/data/pets/1`, { statuss: 'sold' }, 400, 'statuss is not in the contract: did you mean status?'],
    [`PATCH ${W}/data/pets/first`, { status: 'sold' }, 404, 'id must be an int64 (a whole number), got "first"'],
    [`PUT ${W}/scenarios`, [{ steps: [{ respond: { status: 99 } }] }], 400, 'body[0].steps[0].respond.status must be at least 200, got 99'],
    ['PUT /worlds/.hidden/clock', { frozen: true }, 404, 'there is no such world: ".hidden" begins with a dot. Write hidden instead'],
  ])('%s %j', async (call, body, status, detail) => {
    const { sandbox, control } = await startDriven()
    const world = sandbox.world('w1')
    await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
    const state = async () => [await world.data.get(), await world.clock.get(), await world.limits.get('free'), await world.scenarios.get()]
    const before = await state()
    const answer = await control(call, { body })
    expect([answer.status, answer.detail]).toEqual([status, expect.stringContaining(detail)])
    expect(await state()).toStrictEqual(before)
  })

  test('a call with a wrong method is told the allowed methods', async () => {
    const { control } = await startDriven()
    expect((await control('PATCH /worlds')).headers.get('allow')).toBe('GET, HEAD')
  })

  test('a body that is too large is refused, and the client sees the refusal', async () => {
    const { control } = await startDriven()
    const body = JSON.stringify({ now: 'x'.repeat(2 * 1024 * 1024) })
    expect((await control(`PUT ${W}/clock`, { body })).detail).toBe('the body is larger than 1048576 bytes: send less')
    expect((await control(`GET ${W}`)).status).toBe(404)
  })

  test.each([
    [0, 200],
    [1, 413],
  ])('a body of 1 MiB and %i bytes is answered with %i', async (more, status) => {
    const { control } = await startDriven()
    const body = '{"frozen":true}'.padEnd(1024 * 1024 + more)
    expect((await control(`PUT ${W}/clock`, { body })).status).toBe(status)
  })

  test.each([['application/xml'], ['application/x-www-form-urlencoded'], ['text/plain;charset=UTF-8']])(
    'a body declared as %s is read as JSON',
    async (type) => {
      const { control } = await startDriven()
      expect((await control(`PUT ${W}/clock`, { body: '{"frozen":true}', headers: { 'content-type': type } })).status).toBe(200)
    },
  )
})

describe('a world', () => {
  test.each([
    'GET /worlds/w1',
    'DELETE /worlds/w1',
    'GET /worlds/w1/clock',
    'GET /worlds/w1/limits/free',
    'GET /worlds/w1/data',
    'DELETE /worlds/w1/data/pets/1',
    'GET /worlds/w1/scenarios',
    'DELETE /worlds/w1/scenarios',
    'GET /worlds/w1/requests',
    'DELETE /worlds/w1/requests',
    'GET /worlds/w1/requests/req_a_1',
    'GET /worlds/w1/requests.har',
    'GET /worlds/w1/report',
    'DELETE /worlds/w1/report',
  ])('that does not exist gives 404 for %s, and is not created', async (call) => {
    const { control } = await startDriven()
    const { status, detail } = await control(call)
    expect([status, detail]).toEqual([404, 'there is no world w1: a world is created when it is first used'])
    expect((await control('GET /worlds')).body).toEqual([])
  })

  test.each<[string, unknown]>([
    ['PUT /worlds/w1', undefined],
    ['POST /worlds/w1/reset', undefined],
    ['PUT /worlds/w1/clock', { frozen: true }],
    ['POST /worlds/w1/clock/advance', { seconds: 1 }],
    ['PUT /worlds/w1/limits/free', { remaining: 1 }],
    ['PUT /worlds/w1/data', { orders: [] }],
    ['POST /worlds/w1/data/pets', REX],
    ['PATCH /worlds/w1/data/pets/1', { status: 'sold' }],
    ['PUT /worlds/w1/scenarios', [{ name: 'flaky' }]],
    ['GET /worlds/w1/requests?wait=0.01', undefined],
  ])('that does not exist is created by %s', async (call, body) => {
    const { control } = await startDriven()
    expect((await control(call, { body })).status).toBe(200)
    expect((await control('GET /worlds')).body).toMatchObject([{ name: 'w1', alive: true }])
  })

  test('that exists is not changed by another creation', async () => {
    const { sandbox, control } = await startDriven()
    await sandbox.world('w1').data.remove('pets', 1)
    expect((await control('PUT /worlds/w1')).body).toMatchObject({ name: 'w1', alive: true })
    expect((await control('GET /worlds/w1/data')).body).toMatchObject({ pets: { length: 14 } })
  })

  test('is listed with its size, its last use, its scenarios and its clock', async () => {
    const { sandbox, control } = await startDriven()
    await sandbox.world('b').scenarios.put([{ name: 'flaky' }, { name: 'slow', parameters: { delay: 0 } }])
    await sandbox.world('a').clock.set({ now: '2030-12-05T00:00:01Z', frozen: true })
    const { body } = await control('GET /worlds')
    expect(body).toEqual([
      expect.objectContaining({ name: 'a', alive: true, scenarios: [], clock: { now: '2030-12-05T00:00:01.000Z', frozen: true } }),
      expect.objectContaining({ name: 'b', alive: true, scenarios: ['flaky', 'slow'] }),
    ])
    for (const { bytes, lastUse } of body as { bytes: number; lastUse: string }[]) {
      expect(bytes).toBeGreaterThan(500)
      expect(Math.abs(Date.parse(lastUse) - Date.now())).toBeLessThan(60_000)
    }
    expect((await control('GET /worlds/b')).body).toMatchObject({ name: 'b', scenarios: ['flaky', 'slow'] })
  })

  test('that was unloaded is listed as stored, and comes back with its data', async () => {
    const { sandbox, control } = await startDriven({ maxWorlds: 1 })
    await sandbox.world('a').data.remove('pets', 1)
    await sandbox.world('b').data.get()
    await expect
      .poll(async () => (await control('GET /worlds')).body)
      .toMatchObject([
        { name: 'a', alive: false, scenarios: [] },
        { name: 'b', alive: true },
      ])
    expect((await control('GET /worlds/a/data')).body).toMatchObject({ pets: { length: 14 } })
  })

  test('is like new after a reset', async () => {
    const { call, control } = await startDriven()
    const { body: fresh } = await control(`PUT ${W}/limits/free`, { body: { remaining: 60 } }).then(() => control(`GET ${W}/data`))
    await call('/pets', { method: 'POST', body: REX })
    await control(`PUT ${W}/clock`, { body: { now: '2030-12-05T00:00:01Z', frozen: true } })
    await control(`PUT ${W}/scenarios`, { body: [{ name: 'server-error' }] })
    const { body } = await control(`POST ${W}/reset`)
    expect(body).toMatchObject({ name: 'w1', scenarios: [], clock: { frozen: false } })
    expect((await control(`GET ${W}/data`)).body).toEqual(fresh)
    expect((await control(`GET ${W}/requests`)).body).toEqual([])
    expect((await control(`GET ${W}/limits/free`)).body).toMatchObject({ minute: { remaining: 60, resets: null } })
  })

  test('begins with the fixtures after its deletion, even while a request is under way in it', async () => {
    const { sandbox, call, control } = await startDriven()
    await call('/pets', { method: 'POST', body: REX })
    const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'content-type': 'application/json' }
    const hanging = fetch(`${sandbox.origin}/~hang/v1/pets`, { headers }).catch(() => {})
    await expect.poll(async () => (await sandbox.world('w1').requests.list()).length).toBe(2)
    expect((await control(`DELETE ${W}`)).status).toBe(204)
    expect((await control(`GET ${W}`)).status).toBe(404)
    expect((await call('/pets/16')).status).toBe(404)
    expect((await control(`GET ${W}/requests`)).body).toHaveLength(1)
    await sandbox.close()
    await hanging
  })

  test('all worlds, also those in the store, are like new after a reset of all worlds', async () => {
    const { sandbox, control } = await startDriven({ maxWorlds: 2 })
    for (const name of ['a', 'b', 'c', 'd']) await sandbox.world(name).data.remove('pets', 1)
    await expect
      .poll(async () => ((await control('GET /worlds')).body as { alive: boolean }[]).map(({ alive }) => alive))
      .toEqual([false, false, true, true])
    expect((await control('POST /worlds/reset')).body).toMatchObject([{ name: 'c' }, { name: 'd' }])
    for (const name of ['a', 'b', 'c', 'd']) expect((await sandbox.world(name).data.get()).pets).toHaveLength(15)
  })
})

describe('clock, limits and data', () => {
  test('a test of the removal in December 2030 and of the limit per day takes no time', async () => {
    const { call, control } = await startDriven()
    const { body } = await control(`PUT ${W}/clock`, { body: { now: '2030-12-05T00:00:01Z', frozen: true } })
    expect(body).toEqual({ now: '2030-12-05T00:00:01.000Z', frozen: true })
    expect((await call('/pets/1')).body).toMatchObject({ code: 'operation_removed' })
    expect((await control(`PUT ${W}/limits/free`, { body: { day: { remaining: 1 } } })).body).toMatchObject({
      minute: { limit: 60, remaining: 59 },
      day: { limit: 1000, seconds: 86_400, remaining: 1, resets: '2030-12-06T00:00:01.000Z' },
      ban: null,
    })
    await call('/pets')
    expect((await call('/pets')).headers.get('sandbox-cause')).toBe('rate-limit;window=day')
    expect((await control(`POST ${W}/clock/advance`, { body: { seconds: 86_400 } })).body).toEqual({
      now: '2030-12-06T00:00:01.000Z',
      frozen: true,
    })
    expect((await call('/pets')).status).toBe(200)
  })

  test('a ban is shown, and lifted', async () => {
    const { call, control } = await startDriven({ banAfter: 1 })
    await control(`PUT ${W}/limits/free`, { body: { remaining: 0 } })
    await call('/pets')
    await control(`POST ${W}/clock/advance`, { body: { seconds: 1.5 } })
    expect((await call('/pets')).body).toMatchObject({ code: 'key_banned' })
    expect((await control(`GET ${W}/limits/free`)).body).toMatchObject({ ban: { until: expect.stringMatching(/Z$/) } })
    expect((await control(`PUT ${W}/limits/free`, { body: { ban: null, remaining: 5 } })).body).toMatchObject({
      minute: { remaining: 5 },
      ban: null,
    })
    expect((await call('/pets')).status).toBe(200)
  })

  test('exported data can be imported, with exact int64', async () => {
    const { call, control } = await startDriven({}, 'enterprise')
    const added = await control(`POST ${W}/data/pets`, {
      body: '{"id":9223372036854775807,"name":"Max","categoryId":9007199254740993,"status":"sold"}',
    })
    expect(added.text).toContain('"id":9223372036854775807')
    const { text } = await control(`GET ${W}/data`)
    expect((await control('PUT /worlds/copy/data', { body: text })).text).toBe(text)
    expect((await call('/pets/9223372036854775807')).text).toContain('9007199254740993')
    expect((await control(`DELETE ${W}/data/pets/9223372036854775807`)).status).toBe(204)
    expect((await call('/pets/9223372036854775807')).status).toBe(404)
  })
})

test('scenarios, limits and the journal do not apply to the control API', async () => {
  const { control, sandbox } = await startDriven()
  await control(`PUT ${W}/scenarios`, { body: [{ name: 'server-error' }] })
  const headers = { 'sandbox-scenario': 'unavailable', authorization: `Bearer ${sandbox.key('free', 'w1')}` }
  expect((await control(`GET ${W}/scenarios`, { headers })).body).toMatchObject([{ name: 'server-error', met: 0, over: false }])
  expect((await control(`GET ${W}/requests`)).body).toEqual([])
  expect((await control(`GET ${W}/limits/free`)).body).toMatchObject({ minute: { remaining: 60 } })
})
