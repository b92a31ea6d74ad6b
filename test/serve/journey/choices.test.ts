// Every choice of every assumption: what it does, and that the published contract allows the reply.

import { expect, test } from 'vitest'
import type { OpenApi } from '../../../src/contract/document.ts'
import { parseJson } from '../../../src/contract/json/json.ts'
import { readOperations } from '../../../src/contract/operations.ts'
import { createSchemas } from '../../../src/contract/schema.ts'
import { loadOwnContract } from '../../../src/package-files.ts'
import type { Sandbox } from '../../../src/sandbox.ts'
import { createFind } from '../../support/find-operation.ts'
import { start } from '../../support/sandbox.ts'

const contract = await loadOwnContract()
const published = contract.publish(contract.basePath) as OpenApi
const compile = await createSchemas(published)
const find = createFind(readOperations(published, contract.basePath, compile, 'the contract'))

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}
type Call = (
  path: string,
  options?: { method?: string; key?: string; type?: string; body?: string; scenario?: string; once?: string },
) => Promise<Reply>

/** The documents are silent here, or leave both readings. */
const EXEMPT = ['limited-body', 'failures', 'unknown-route']

function checkPublished(id: string, method: string, path: string, { status, headers, text, body }: Reply): void {
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`), name).toMatch(/^\d+$/)
  if (status === 429) expect(headers.get('retry-after')).toMatch(/^\d+$/)
  const found = find(method, contract.basePath + path.replace(/\?.*/, ''))
  if (EXEMPT.includes(id) || found === undefined || 'allow' in found) return
  const response = found.operation.respondsWith(status) ?? found.operation.responses.get('default')
  const type = headers.get('content-type') ?? ''
  expect([...(response?.content.keys() ?? [])]).toContain(type)
  expect(response?.content.get(type)?.(body, 'body') ?? []).toEqual([])
  if (status >= 400) expect(body).toMatchObject({ status })
  expect(text).not.toBe('')
}

function createCall({ url }: Pick<Sandbox, 'url'>, id: string): Call {
  return async (path, { method = 'GET', key = 'sandbox_free_w1', type = 'application/json', body, scenario, once } = {}) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': type }),
      ...(scenario !== undefined && { 'sandbox-scenario': scenario }),
      ...(once !== undefined && { 'idempotency-key': once }),
    }
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const reply = { status: response.status, headers: response.headers, text, body: isJson ? parseJson(text) : undefined }
    checkPublished(id, method, path, reply)
    return reply
  }
}

const create = (fields: object, more: object = {}) => ({
  method: 'POST',
  body: JSON.stringify({ name: 'Rex', categoryId: 1, ...fields }),
  ...more,
})
const idsOf = ({ body }: Reply) => (body as { id: number | bigint }[]).map(({ id }) => Number(id))
const ASCENDING = Array.from({ length: 15 }, (_, index) => index + 1)
const codeOf = ({ body }: Reply) => (body as { code?: string } | undefined)?.code
const shown = ({ headers }: Reply, name: string) => Number(headers.get(`x-ratelimit-${name}`))
const typeOf = ({ headers }: Reply) => headers.get('content-type')

/** What a client sees with this choice. The default has a row too, where it is not seen in every other test. */
const SEEN: Readonly<Record<string, (call: Call, sandbox: Sandbox) => Promise<void>>> = {
  'status-default=absent': async (call) => {
    const { body } = await call('/pets', create({}))
    expect(body).toEqual({ id: 16, name: 'Rex', categoryId: 1 })
    expect(idsOf(await call('/pets?status=available'))).not.toContain(16)
    expect((await call('/pets', create({ status: 'sold' }))).body).toMatchObject({ status: 'sold' })
  },
  'idempotency=honoured': async (call, sandbox) => {
    const first = await call('/pets', create({}, { once: 'a' }))
    const again = await call('/pets', create({}, { once: 'a' }))
    expect([again.status, again.text]).toEqual([201, first.text])
    const [cause] = [again.headers.get('sandbox-cause')]
    expect(cause).toBe(`handler;repeats=${first.headers.get('sandbox-request-id')}`)
    const conflict = await call('/pets', create({ name: 'Max' }, { once: 'a' }))
    expect([conflict.status, codeOf(conflict)]).toEqual([409, 'idempotency_conflict'])
    // A refused creation is not kept, and another key makes another animal.
    expect((await call('/pets', create({ categoryId: 'x' }, { once: 'b' }))).status).toBe(400)
    expect((await call('/pets', create({}, { once: 'b' }))).body).toMatchObject({ id: 17 })
    await sandbox.world('w1').clock.advance(86_400)
    expect((await call('/pets', create({}, { once: 'a' }))).body).toMatchObject({ id: 18 })
    const [, repeated] = await sandbox.world('w1').requests.list()
    expect(repeated).toMatchObject({ carriedOut: false, warnings: [] })
  },
  'order=shuffled': async (call) => {
    const [one, other] = [idsOf(await call('/pets')), idsOf(await call('/pets'))]
    expect(one).not.toEqual(ASCENDING)
    expect(one).not.toEqual(other)
    expect(one.toSorted((a, b) => a - b)).toEqual(ASCENDING)
    for (let turn = 0; turn < 5; turn += 1) expect(idsOf(await call('/pets?limit=2'))).toEqual([2, 1])
    const next = /<[^>]*\/v1([^>]*)>/.exec((await call('/pets?limit=5')).headers.get('link') ?? '')?.[1] ?? ''
    expect(idsOf(await call(next)).toSorted((a, b) => a - b)).toEqual([6, 7, 8, 9, 10])
  },
  'order=newest-first': async (call) => {
    expect(idsOf(await call('/pets'))).toEqual(ASCENDING.toReversed())
    const first = await call('/pets?limit=10')
    const next = /<[^>]*\/v1([^>]*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(idsOf(await call(next))).toEqual([5, 4, 3, 2, 1])
  },
  'paging=none': async (call) => {
    const { headers } = await call('/pets?limit=5')
    expect(headers.get('link')).toBeNull()
    expect(idsOf(await call('/pets?limit=5&cursor=x'))).toEqual([1, 2, 3, 4, 5])
  },
  'ids=big': async (call) => {
    const texts = [await call('/pets'), await call('/pets', create({})), await call('/pets', create({}))].map(({ text }) => text)
    expect(texts.map((text) => /"id":(\d+)/.exec(text)?.[1])).toEqual(['9007199254740993', '9007199254741053', '9007199254741057'])
    expect((await call('/pets/9007199254740993')).status).toBe(200)
  },
  'invalid-query=422': async (call) => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'status=AAA', 'cursor=-'])
      expect((await call(`/pets?${query}`)).status).toBe(422)
    expect((await call('/pets', create({ name: 1 }))).status).toBe(400)
  },
  'invalid-query=nearest': async (call) => {
    expect(idsOf(await call('/pets?limit=0'))).toEqual([1])
    expect(idsOf(await call('/pets?limit=101'))).toEqual(ASCENDING)
    expect(idsOf(await call('/pets?status=AAA'))).toEqual([])
    expect((await call('/pets?limit=x')).status).toBe(400)
  },
  'invalid-id=400': async (call) => {
    expect(await call('/pets/abc')).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } })
    expect((await call('/pets/4711')).status).toBe(404)
  },
  'invalid-body=415': async (call) => {
    expect((await call('/pets', create({}, { type: 'text/plain' }))).status).toBe(415)
    expect((await call('/pets', create({ name: 1 }))).status).toBe(400)
  },
  'unknown-fields=refused': async (call) => {
    expect(await call('/pets', create({ colour: 'red' }))).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
    expect(await call('/pets?limt=3')).toMatchObject({ status: 400, body: { message: expect.stringContaining('did you mean limit?') } })
    expect((await call('/pets', create({}))).status).toBe(201)
  },
  'request-size=16-kib': async (call) => {
    expect((await call('/pets', create({ name: 'x'.repeat(17_000) }))).status).toBe(413)
    expect((await call('/pets', create({ name: 'x'.repeat(16_000) }))).status).toBe(201)
  },
  'unknown-route=html': async (call) => {
    const reply = await call('/nothing')
    expect([reply.status, typeOf(reply)]).toEqual([404, 'text/html; charset=utf-8'])
    expect((await call('/pets/4711')).body).toMatchObject({ code: 'not_found' })
  },
  'orders=object': async (call) => expect((await call('/store/orders')).body).toEqual({ orders: expect.any(Array) }),
  'category=known': async (call) => {
    expect((await call('/pets', create({ categoryId: 7 }))).status).toBe(400)
    expect((await call('/pets', create({ categoryId: 6 }))).status).toBe(201)
  },
  'codes=other': async (call) => {
    expect(codeOf(await call('/pets/4711'))).toBe('E-NOT-FOUND')
    expect(codeOf(await call('/pets', { scenario: 'server-error' }))).toBe('E-INTERNAL-ERROR')
  },
  'limited-body=empty': async (call) => {
    const reply = await call('/pets', { scenario: 'rate-limited' })
    expect([reply.status, reply.text, reply.headers.get('content-length')]).toEqual([429, '', '0'])
  },
  'limited-body=html': async (call, sandbox) => {
    await sandbox.world('w1').limits.set('free', { remaining: 0 })
    const reply = await call('/pets')
    expect([reply.status, typeOf(reply)]).toEqual([429, 'text/html; charset=utf-8'])
  },
  'limit-scope=successful': async (call) => {
    expect(shown(await call('/pets'), 'remaining')).toBe(59)
    const failed = await call('/pets/4711')
    expect([shown(failed, 'remaining'), failed.headers.get('sandbox-assumed')]).toEqual([
      59,
      expect.stringContaining('limit-scope;choice=successful'),
    ])
    expect(shown(await call('/pets'), 'remaining')).toBe(58)
  },
  'limit-shown=minute': async (call, sandbox) => {
    await sandbox.world('w1').limits.set('free', { day: { remaining: 5 } })
    expect(shown(await call('/pets'), 'remaining')).toBe(59)
    await sandbox.world('w1').limits.set('free', { day: { remaining: 0 } })
    expect(shown(await call('/pets'), 'limit')).toBe(1000)
  },
  'limit-window=aligned': async (call, sandbox) => {
    await sandbox.world('w1').clock.set({ now: '2026-01-01T10:20:30.500Z', frozen: true })
    expect(shown(await call('/pets'), 'reset')).toBe(Date.parse('2026-01-01T10:21:00Z') / 1000)
    await sandbox.world('w1').limits.set('free', { day: { remaining: 0 } })
    expect((await sandbox.world('w1').limits.get('free')).day.resets).toBe('2026-01-02T00:00:00.000Z')
  },
  'no-key=zero': async (call) => {
    const reply = await call('/pets', { key: 'nobody' })
    expect([reply.status, shown(reply, 'limit'), shown(reply, 'remaining')]).toEqual([401, 0, 0])
  },
  'ban=early': async (call, sandbox) => expect(await provokeBan(call, sandbox, 3)).toEqual(['rate_limited', 'rate_limited', 'key_banned']),
  'ban=never': async (call, sandbox) => expect(new Set(await provokeBan(call, sandbox, 30))).toEqual(new Set(['rate_limited'])),
  'removed=410': async (call, sandbox) => {
    await sandbox.world('w1').clock.set({ now: '2030-12-06T00:00:00Z' })
    expect(await call('/pets/1')).toMatchObject({ status: 410, body: { code: 'operation_removed', status: 410 } })
  },
  'failures=html': async (call) => {
    for (const [scenario, status] of [
      ['server-error', 500],
      ['unavailable', 503],
    ] as const) {
      const reply = await call('/pets', { scenario })
      expect([reply.status, typeOf(reply)]).toEqual([status, 'text/html; charset=utf-8'])
    }
  },
}

/** The codes of so many requests that come after a 429, and too early. */
async function provokeBan(call: Call, sandbox: Sandbox, count: number): Promise<(string | undefined)[]> {
  const world = sandbox.world('w1')
  await world.clock.set({ frozen: true })
  await world.limits.set('free', { remaining: 0 })
  await call('/pets')
  await world.clock.advance(2)
  const codes: (string | undefined)[] = []
  for (let request = 0; request < count; request += 1) codes.push(codeOf(await call('/pets')))
  return codes
}

const rows = contract.assumptions.flatMap(({ id, default: usual, choices }) =>
  Object.keys(choices).flatMap((choice) => (choice === usual ? [] : [`${id}=${choice}`])),
)

test('every other choice has a row', () => expect(Object.keys(SEEN).sort()).toEqual(rows.sort()))

test.each(rows)('%s is played, and the published contract allows its replies', async (row) => {
  const [id = '', choice = ''] = row.split('=')
  const sandbox = await start({ assume: { [id]: choice } })
  await SEEN[row]?.(createCall(sandbox, id), sandbox)
})
