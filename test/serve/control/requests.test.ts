// The journal over HTTP: listing, filtering, waiting and clearing.

import { expect, test } from 'vitest'
import type { JournalEntry } from '../../../src/ground/generated/control.ts'
import { type Control, createControlClient } from '../../support/control.ts'
import { connectRaw, head } from '../../support/raw.ts'
import { type Client, startWithClient } from '../../support/sandbox.ts'

const REX = { name: 'Rex', categoryId: 1 }
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

async function startDriven(options = {}) {
  const { sandbox, call } = await startWithClient(options, 'free')
  return { sandbox, call, control: createControlClient(sandbox) }
}

const list = async (control: Control, path: string) => {
  const { status, body, text } = await control(`GET ${path}`)
  expect(status, text).toBe(200)
  return body as JournalEntry[]
}
/** The reply to a call that waits 60 seconds, before these are over. */
async function listEarly(waiting: Promise<JournalEntry[]>): Promise<JournalEntry[]> {
  let found: JournalEntry[] | undefined
  void waiting.then((entries) => {
    found = entries
  })
  await expect.poll(() => found).toBeDefined()
  return waiting
}
const idsOf = (entries: readonly JournalEntry[]) => entries.map(({ id }) => id)
const idOf = ({ headers }: Awaited<ReturnType<Client>>) => headers.get('sandbox-request-id') ?? ''

/** Makes calls of several kinds. Returns their ids by name. */
async function callAround(call: Client) {
  const ids = {
    list: idOf(await call('/pets', { headers: { traceparent: TRACE } })),
    create: idOf(await call('/pets', { method: 'POST', body: REX, headers: { 'sandbox-case': '"creates a pet"' } })),
    bad: idOf(await call('/pets?limit=0')),
    missing: idOf(await call('/pets/99')),
    forced: idOf(await call('/pets', { headers: { 'sandbox-scenario': 'flaky' } })),
    key: idOf(await call('/pets', { key: 'sandbox_revoked_w1', world: 'w1' })),
  }
  return ids
}

test.each<[string, (keyof Awaited<ReturnType<typeof callAround>>)[]]>([
  ['', ['list', 'create', 'bad', 'missing', 'forced', 'key']],
  ['operation=createPet', ['create']],
  ['operation=listPets', ['list', 'bad', 'forced', 'key']],
  ['status=404', ['missing']],
  ['status=4XX', ['bad', 'missing', 'key']],
  ['status=5XX', ['forced']],
  ['status=5xx', ['forced']],
  ['cause=rate-limit', []],
  ['cause=gone', []],
  ['cause=failure', []],
  ['cause=contract', ['bad']],
  ['cause=scenario', ['forced']],
  ['cause=scenario;name=flaky', ['forced']],
  ['cause=scenario;name=flak', []],
  ['case=creates%20a%20pet', ['create']],
  ['since=2026-01-01T00:00:00Z', ['list', 'create', 'bad', 'missing', 'forced', 'key']],
  ['since=2999-01-01T00:00:00Z', []],
  ['text=Rex', ['create']],
  ['text=limit%3D0', ['bad']],
  [`text=${TRACE}`, ['list']],
  ['text=TRACEPARENT', ['list']],
  ['text=traceparent:%2000-0af7', ['list']],
  ['text=deprecation', ['missing']],
  ['text=no%20such%20text', []],
  ['operation=listPets&status=200', ['list']],
])('the journal filtered by %j', async (query, expected) => {
  const { call, control } = await startDriven()
  const ids = await callAround(call)
  const wanted = expected.map((name) => ids[name])
  expect(idsOf(await list(control, `/worlds/w1/requests?${query}`))).toEqual(wanted)
  expect(idsOf(await list(control, `/requests?${query}`))).toEqual(wanted)
  const { log } = (await control(`GET /worlds/w1/requests.har?${query}`)).body as { log: { entries: { _sandbox: { id: string } }[] } }
  expect(log.entries.map(({ _sandbox }) => _sandbox.id)).toEqual(wanted)
})

test.each([
  ['status=999', 'status must be a status such as 404, a class such as 4XX, or 0, got "999"'],
  ['status=ok', 'status must be a status'],
  ['since=yesterday', 'since must be a time such as 2030-12-05T00:00:01Z, or the id of a request, got "yesterday"'],
  ['count=0&wait=1', 'count must be at least 1'],
  ['wait=61', 'wait must be at most 60, got 61'],
  ['text=', 'text must have at least 1 character'],
  ['operaton=listPets', 'the query parameter "operaton" is not known: did you mean operation?'],
  ['operation=creatPet', 'got "creatPet"'],
  [
    'cause=rate_limit',
    'cause must be one of http, credentials, ban, rate-limit, scenario, contract, removed, handler, generated, failure, gone, alone or',
  ],
  ['cause=senario;name=flaky', 'got "senario;name=flaky"'],
  ['cause=', 'cause must be one of '],
  ['operation=', 'operation must be one of '],
  ['case=', 'case must have at least 1 character'],
  ['since=2026-19-39T29:59:59Z', 'since must be a time'],
  ['status=404&status=405', 'status is given 2 times'],
])('a filter %j is refused', async (query, detail) => {
  const { call, control } = await startDriven()
  await call('/pets')
  const answer = await control(`GET /worlds/w1/requests?${query}`)
  expect([answer.status, answer.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('100 calls may wait, and one more is refused', async () => {
  const { sandbox, call } = await startDriven()
  const { requests } = sandbox.world('w1')
  const refused = (one: Promise<unknown>) =>
    one.then(
      () => new Promise<never>(() => {}),
      (error: unknown) => error,
    )
  const waiting = Array.from({ length: 101 }, () => requests.list({ wait: 60 }))
  const error = await Promise.race(waiting.map(refused))
  expect(error).toMatchObject({ status: 503, message: '100 calls already wait for requests: end some of them' })
  const id = idOf(await call('/pets'))
  const found = (await Promise.allSettled(waiting)).flatMap((one) =>
    one.status === 'fulfilled' ? [one.value.map((request) => request.id)] : [],
  )
  expect(found).toEqual(Array.from({ length: 100 }, () => [id]))
})

test('since with the id of a request lists the later requests', async () => {
  const { call, control } = await startDriven()
  const ids = await callAround(call)
  expect(idsOf(await list(control, `/worlds/w1/requests?since=${ids.missing}`))).toEqual([ids.forced, ids.key])
  expect(await list(control, '/worlds/w1/requests?since=req_other_1')).toHaveLength(6)
})

test('one request is found by its id, with the trace of the decision, in its world and in all worlds', async () => {
  const { call, control } = await startDriven()
  const id = idOf(await call('/pets', { headers: { 'sandbox-scenario': 'flaky' } }))
  const { body } = await control(`GET /worlds/w1/requests/${id}`)
  expect(body).toMatchObject({ id, world: 'w1', reply: { status: 500 } })
  expect((body as JournalEntry).trace.at(-1)).toEqual({ answer: 'scenario', asks: 'Does a scenario answer?', outcome: 'flaky, step 1' })
  expect((await control(`GET /requests/${id}`)).body).toEqual(body)
  expect((await control('GET /requests/req_a_1')).status).toBe(404)
  await call('/pets', { key: 'sandbox_free_w2' })
  expect((await control(`GET /worlds/w2/requests/${id}`)).detail).toBe(
    `the journal has no request ${id}: perhaps newer requests have replaced it, its world was reset, or it is in another world`,
  )
})

test('the journals of all worlds are listed as one journal, in order', async () => {
  const { call, control } = await startDriven()
  const ids: string[] = []
  for (let round = 0; round < 4; round += 1) ids.push(idOf(await call('/pets', { key: `sandbox_free_w${round % 2}` })))
  expect(idsOf(await list(control, '/requests'))).toEqual(ids)
  expect(idsOf(await list(control, '/worlds/w1/requests'))).toEqual([ids[1], ids[3]])
  expect((await control('DELETE /worlds/w1/requests')).status).toBe(204)
  expect(idsOf(await list(control, '/requests'))).toEqual([ids[0], ids[2]])
  expect((await control('DELETE /requests')).status).toBe(204)
  expect(await list(control, '/requests')).toEqual([])
})

test('a request under way is listed as far as it has come, and is not added after the journal was cleared', async () => {
  const { sandbox, control } = await startDriven()
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/~hang/v1/pets')}\r\n`)
  await expect.poll(() => list(control, '/requests')).toMatchObject([{ operation: 'listPets', delivered: 'none' }])
  const [pending] = await list(control, '/worlds/w1/requests?status=0')
  expect([pending?.reply, pending?.closed]).toEqual([undefined, undefined])
  await control('DELETE /worlds/w1/requests')
  client.socket.destroy()
  client.send('')
  await control('GET /worlds/w1/requests?wait=0.05')
  expect(await list(control, '/worlds/w1/requests')).toEqual([])
})

test('a long journal is listed completely and in order, while requests are added', async () => {
  const { sandbox, control } = await startDriven({ limits: 'off' })
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...REX, name: 'x'.repeat(20_000) })
  const send = (count: number) =>
    Promise.all(Array.from({ length: count }, () => fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body })))
  await send(60)
  const before = (await list(control, '/requests')).map(({ number }) => number)
  const [during] = await Promise.all([list(control, '/requests'), send(20)])
  expect(during.map(({ number }) => number).slice(0, 60)).toEqual(before)
  expect(before).toEqual([...before].sort((a, b) => a - b))
})

test('a wait ends when enough requests have come, and creates the world', async () => {
  const { call, control } = await startDriven()
  const waiting = list(control, '/worlds/w1/requests?operation=createPet&count=2&wait=60')
  await expect.poll(async () => (await control('GET /worlds')).body).toMatchObject([{ name: 'w1' }])
  const first = idOf(await call('/pets', { method: 'POST', body: REX }))
  await call('/pets')
  const second = idOf(await call('/pets', { method: 'POST', body: REX }))
  const found = await listEarly(waiting)
  expect(idsOf(found)).toEqual([first, second])
  expect(found.map(({ reply }) => reply?.status)).toEqual([201, 201])
  expect(idsOf(await listEarly(list(control, '/requests?operation=createPet&count=2&wait=60')))).toEqual([first, second])
})

test('a wait for requests of all worlds also ends', async () => {
  const { call, control } = await startDriven()
  const waiting = list(control, '/requests?count=2&wait=60')
  const ids = [idOf(await call('/pets', { key: 'sandbox_free_a' })), idOf(await call('/pets', { key: 'sandbox_free_b' }))]
  expect(idsOf(await listEarly(waiting))).toEqual(ids)
})

test('a wait that takes too long gives 200 with the requests that have come', async () => {
  const { call, control } = await startDriven()
  const id = idOf(await call('/pets'))
  expect(idsOf(await list(control, '/worlds/w1/requests?count=2&wait=0.05'))).toEqual([id])
})

test.each(
  ['POST /worlds/w1/reset', 'DELETE /worlds/w1/requests', 'DELETE /worlds/w1'].flatMap((call) => [
    [call, '/worlds/w1'],
    [call, ''],
  ]),
)('a wait goes on after %s, and earlier requests do not count: %s/requests', async (call, path) => {
  const parts = await startDriven()
  await parts.call('/pets')
  const waiting = list(parts.control, `${path}/requests?count=2&wait=60`)
  await parts.control(call)
  const ids = [idOf(await parts.call('/pets')), idOf(await parts.call('/pets'))]
  expect(idsOf(await listEarly(waiting))).toEqual(ids)
})

test('a wait also counts a call that a scenario never answers', async () => {
  const { sandbox, control } = await startDriven()
  const waiting = list(control, '/worlds/w1/requests?wait=60')
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/~hang/v1/pets')}\r\n`)
  expect(await listEarly(waiting)).toMatchObject([{ operation: 'listPets', delivered: 'none' }])
})

test('a sandbox that ends also ends all waits', async () => {
  const { sandbox, control } = await startDriven()
  const waiting = list(control, '/worlds/w1/requests?wait=60')
  await expect.poll(async () => (await control('GET /worlds')).body).toHaveLength(1)
  await sandbox.close()
  expect(await listEarly(waiting)).toEqual([])
})

test('only the named requests are cleared, of one world or of all worlds', async () => {
  const { sandbox, call, control } = await startDriven()
  const { list: listed, create, bad, missing } = await callAround(call)
  expect((await control('DELETE /worlds/other/requests', { body: { requests: [listed] } })).status).toBe(404)
  await sandbox.world('other').get()
  expect((await control('DELETE /worlds/other/requests', { body: { requests: [listed] } })).status).toBe(204)
  expect((await control('DELETE /requests', { body: { requests: [listed, missing, 'req_other_1', 'x'] } })).status).toBe(204)
  const left = idsOf(await list(control, '/requests'))
  expect(left).not.toContain(listed)
  expect(left).not.toContain(missing)
  expect(left).toEqual(expect.arrayContaining([create, bad]))
  await sandbox.world('w1').requests.clear([bad])
  expect(idsOf(await list(control, '/requests'))).toEqual(left.filter((id) => id !== bad))
  expect((await control('DELETE /requests', { body: { requests: [] } })).status).toBe(400)
})
