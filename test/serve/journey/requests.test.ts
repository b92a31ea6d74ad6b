import { describe, expect, test } from 'vitest'
import { connectRaw, head, repliesIn, sendRaw } from '../../support/raw.ts'
import { type Answer, type CallOptions, createClient, start, startWithClient } from '../../support/sandbox.ts'

const NEW_PET = { name: 'Rex', categoryId: 3 }
const typed = (type: string): CallOptions => ({ body: NEW_PET, headers: { 'content-type': type } })

describe('a request that the contract allows is answered from the world', () => {
  test('a created animal is found and listed, and has the next free id', async () => {
    const { call } = await startWithClient()
    const created = await call('/pets', { method: 'POST', body: { ...NEW_PET, status: 'sold' } })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({ id: 16, name: 'Rex', categoryId: 3, status: 'sold' })
    expect((await call('/pets/16')).body).toEqual(created.body)
    expect((await call('/pets')).body).toContainEqual(created.body)
  })

  test('status left out at creation is available, and the reply names the assumption', async () => {
    const { call } = await startWithClient()
    const { body, assumed } = await call('/pets', { method: 'POST', body: NEW_PET })
    expect(body).toMatchObject({ status: 'available' })
    expect(assumed).toContain('status-default')
  })

  test('a filtered list has that status only', async () => {
    const { call } = await startWithClient()
    for (const status of ['available', 'pending', 'sold']) {
      const pets = (await call(`/pets?status=${status}`)).body as { status: string }[]
      expect(new Set(pets.map((pet) => pet.status))).toEqual(new Set([status]))
    }
  })

  test('orders belong to animals of the world that are pending or sold', async () => {
    const { call } = await startWithClient()
    const { body, assumed } = await call('/store/orders')
    expect(assumed).toContain('orders')
    const taken = [
      ...((await call('/pets?status=pending')).body as { id: number }[]),
      ...((await call('/pets?status=sold')).body as { id: number }[]),
    ].map(({ id }) => id)
    expect((body as { petId: number }[]).length).toBe(5)
    for (const { petId } of body as { petId: number }[]) expect(taken).toContain(petId)
  })

  test('of hundreds of headers that look like a switch, twenty are warned of', async () => {
    const { call } = await startWithClient()
    const headers = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`sandbox-${index}`, '1']))
    expect((await call('/pets', { headers, warned: true })).headers.get('sandbox-warning')?.match(/no effect/g)).toHaveLength(20)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const { call } = await startWithClient()
    const get = await call('/pets')
    const head = await call('/pets', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })

  test('links lead through all pages in order, each page once, and keep filter, limit and base URL', async () => {
    const sandbox = await start({ size: 103 })
    const call = createClient(sandbox, sandbox.key('enterprise'), `${sandbox.origin}/~world=w3/v1`)
    const seen: number[] = []
    for (let path: string | undefined = '/pets?limit=10&status=sold'; path; ) {
      const { headers, body } = await call(path)
      seen.push(...(body as { id: number }[]).map(({ id }) => id))
      const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      if (link) expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/~world=w3\/v1\/pets\?limit=10&status=sold&cursor=/)
      path = link?.slice(`${sandbox.origin}/~world=w3/v1`.length)
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect(seen).toEqual(((await call('/pets?limit=100&status=sold')).body as { id: number }[]).map(({ id }) => id))
  })
})

describe('int64 is exact from the socket to the file and back', () => {
  test.each(['9223372036854775807', '-9223372036854775808', '9007199254740993', '0'])('%s comes back as sent', async (digits) => {
    const { call } = await startWithClient()
    const { status, text } = await call('/pets', { method: 'POST', body: `{"name":"Rex","categoryId":${digits}}` })
    expect(status).toBe(201)
    expect(text).toContain(`"categoryId":${digits},`)
    expect((await call('/pets/16')).text).toBe(text)
    expect((await call('/pets?limit=100')).text).toContain(`"categoryId":${digits},`)
  })

  test.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['9.223372036854775807e18', '9223372036854775807'],
  ])('%s in a body is the integer %s', async (sent, stored) => {
    const { call } = await startWithClient()
    expect((await call('/pets', { method: 'POST', body: `{"name":"Rex","categoryId":${sent}}` })).text).toContain(`"categoryId":${stored},`)
  })

  test.each([['-9223372036854775809', 'categoryId must be at least -9223372036854775808, got -9223372036854775809']])(
    '%s is refused',
    async (sent, message) => {
      const { call } = await startWithClient()
      const { status, body } = await call('/pets', { method: 'POST', body: `{"name":"Rex","categoryId":${sent}}` })
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid_body', message })
    },
  )

  test.each(['9007199254740993.5', '4503599627370497.5', '1.0000000000000000001', '-9223372036854775808.9', '1e-400', '1e400'])(
    '%s, which a double would round to a whole number, is none',
    async (sent) => {
      const { call } = await startWithClient()
      const { status, body } = await call('/pets', { method: 'POST', body: `{"name":"Rex","categoryId":${sent}}` })
      expect([status, body]).toMatchObject([400, { message: expect.stringContaining(`the number ${sent} cannot be read exactly`) }])
    },
  )
})

describe('a request that breaks the contract is refused with a sentence that names the remedy', () => {
  function expectRefusal(answer: Answer, status: number, code: string, message: string | RegExp): void {
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code, status, message: typeof message === 'string' ? message : expect.stringMatching(message) })
    expect(answer.headers.get('sandbox-cause')).toBe(/^There is no animal/.test(String(message)) ? 'handler' : 'contract')
    expect(answer.assumed).toContain('codes')
  }

  test.each<[path: string, status: number, code: string, message: string | RegExp]>([
    ['/pets?limit=1e1', 400, 'invalid_parameter', 'limit must be an integer, got "1e1"'],
    ['/pets?limit=%205', 400, 'invalid_parameter', 'limit must be an integer, got " 5"'],
    ['/pets?limit=%2B5', 400, 'invalid_parameter', 'limit must be an integer, got "+5"'],
    ['/pets?limit=', 400, 'invalid_parameter', 'limit must be an integer, got ""'],
    ['/pets?limit=1.0', 400, 'invalid_parameter', 'limit must be an integer, got "1.0"'],
    ['/pets?limit=99999999999999999999', 400, 'invalid_parameter', 'limit must be at most 100, got 99999999999999999999'],
    ['/pets?status=SOLD', 400, 'invalid_parameter', 'status must be one of available, pending, sold, got "SOLD": did you mean sold?'],
    ['/pets/9223372036854775807', 404, 'not_found', 'There is no animal with the id 9223372036854775807'],
    ['/orders', 404, 'not_found', 'There is nothing at /v1/orders: did you mean /v1/store/orders?'],
  ])('GET %s', async (path, status, code, message) => {
    const { call } = await startWithClient()
    expectRefusal(await call(path), status, code, message)
  })

  const BUT = 'the body is JSON, but '
  const TWICE = `${BUT}the name "name" is used twice in one object (line 1 column`
  const DEEP = '['.repeat(30_000) + ']'.repeat(30_000)
  const DEEP_NUMBER = `${'['.repeat(5000)}1234567890123456789${']'.repeat(5000)}`
  const BAD = { text: 'malformed_json', body: 'invalid_body', type: 'invalid_content_type' }

  test.each<[title: string, options: CallOptions, code: string, message: string | RegExp]>([
    ['no UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, BAD.text, 'the body is not valid UTF-8: send JSON in UTF-8'],
    ['an escaped name twice', { body: '{"name":"a\\":","n\\u0061me":"b","categoryId":1}' }, BAD.text, `${TWICE} 16)`],
    ['nested deep', { body: DEEP }, BAD.text, `${BUT}it is nested more than 100 levels deep (line 1 column 101)`],
    ['nested deep with long numbers', { body: DEEP_NUMBER }, BAD.text, /nested/],
    ['null', { body: 'null' }, BAD.body, /^body must be an object, got null/],
    ['a form', typed('application/x-www-form-urlencoded'), BAD.type, /must be application\/json, got application\/x-www-form-urlencoded$/],
    ['another charset', typed('application/json; charset=latin1'), BAD.type, /in UTF-8/],
    ['compressed', { body: NEW_PET, headers: { 'content-encoding': 'gzip' } }, BAD.type, /uncompressed/],
    ['too large', { body: ' '.repeat(65_537) }, 'payload_too_large', 'The request body is larger than 65536 bytes: send less'],
  ])('a body: %s', async (_title, options, code, message) => {
    const { call } = await startWithClient()
    expectRefusal(await call('/pets', { method: 'POST', ...options }), code === 'payload_too_large' ? 413 : 400, code, message)
  })

  test.each([
    [0, 201],
    [1, 413],
  ])('a body of 64 KiB and %i bytes gets %i, with and without Content-Length', async (more, status) => {
    const { call, sandbox } = await startWithClient()
    const name = 'x'.repeat(65_536 + more - '{"name":"","categoryId":1}'.length)
    const body = `{"name":"${name}","categoryId":1}`
    expect((await call('/pets', { method: 'POST', body })).status).toBe(status)
    const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'content-type': 'application/json' }
    const streamed = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit
    expect((await fetch(`${sandbox.url}/pets`, streamed)).status).toBe(status)
  })
})

test('an order of an animal that is deleted or available again is not listed', async () => {
  const { sandbox, call } = await startWithClient()
  const world = sandbox.world('w1')
  const before = (await call('/store/orders')).body as { petId: number }[]
  const [first, second] = [...new Set(before.map(({ petId }) => petId))]
  await world.data.patch('pets', first ?? 0, { status: 'available' })
  await world.data.put({ pets: ((await world.data.get()).pets ?? []).filter(({ id }) => id !== second) })
  const after = (await call('/store/orders')).body as { petId: number }[]
  expect(after).toEqual(before.filter(({ petId }) => petId !== first && petId !== second))
})

const PIPED = 'sandbox_free_pipe'
const GET_LIST = head('GET', '/v1/pets?limit=100', PIPED)

test('requests that are pipelined are carried out in order', async () => {
  const { sandbox } = await startWithClient()
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 })
  const post = `${head('POST', '/v1/pets', PIPED)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const replies = repliesIn(await sendRaw(sandbox.origin, `${post}${GET_LIST}\r\n${post}${GET_LIST}Connection: close\r\n\r\n`))
  expect(replies.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['59', '58', '57', '56'])
  expect([replies[1], replies[3]].map((list) => JSON.parse(list?.body ?? ''))).toMatchObject([{ length: 16 }, { length: 17 }])
})

test('a request that is pipelined after a call of the control API is answered', async () => {
  const { sandbox } = await startWithClient()
  const { send, text } = connectRaw(sandbox.origin)
  const get = (path: string) => `${head('GET', path, PIPED)}\r\n`
  send(get('/v1/pets/1'))
  await expect.poll(text).toContain('"id":1,')
  send(get('/_sandbox/health') + get('/v1/pets/2'))
  await expect.poll(text).toContain('"id":2,')
})

test('the sandbox stops reading from a client that sends requests after a hanging call, and serves other clients', async () => {
  const { sandbox, call } = await startWithClient()
  connectRaw(sandbox.origin).send(`${head('GET', '/~hang/v1/pets', PIPED)}\r\n${`${GET_LIST}\r\n`.repeat(200)}`)
  await expect.poll(async () => (await sandbox.world('pipe').requests.list()).length).toBe(1)
  expect((await call('/pets')).status).toBe(200)
  expect(await sandbox.world('pipe').requests.list()).toHaveLength(1)
})

test('a reply to an unknown expectation has the headers of the limits', async () => {
  const { sandbox } = await startWithClient()
  const text = await sendRaw(sandbox.origin, `${GET_LIST}Expect: foo\r\nConnection: close\r\n\r\n`)
  expect(text).toMatch(/^HTTP\/1.1 200 OK.*X-RateLimit-Remaining: 59/s)
})

describe('a likely mistake gets a warning', () => {
  test.each([
    [
      '/pets',
      { method: 'POST', body: { ...NEW_PET, staus: 'sold' } },
      'the field \\"staus\\" is not in the contract and has no effect: did you mean status?',
    ],
    ['/pets', { method: 'POST', body: { ...NEW_PET, id: 7 } }, 'the field \\"id\\" is not in the contract'],
    ['/pets', { method: 'POST', body: NEW_PET, headers: { 'idempotency-key': 'a' } }, 'the header Idempotency-Key has no effect'],
    ['/pets', { method: 'POST', body: '{"name":"Rex","categoryId":3,"__proto__":{"status":"sold"},"constructor":1}' }, '__proto__'],
  ])('%s %j', async (path, options, warning) => {
    const { call } = await startWithClient()
    const { status, headers, assumed, body } = await call(path, { ...options, warned: true })
    expect(status).toBeLessThan(300)
    expect(headers.get('sandbox-warning')).toContain(warning)
    expect(assumed.includes(warning.startsWith('the header Idempotency-Key') ? 'idempotency' : 'unknown-fields')).toBe(true)
    if (status === 201) expect(body).toEqual({ id: 16, name: 'Rex', categoryId: 3, status: 'available' })
  })
})

describe('deprecation', () => {
  test('the operation is removed exactly at the second of its date', async () => {
    const { call, sandbox } = await startWithClient()
    await sandbox.world('w1').clock.set({ now: '2030-12-04T23:59:59Z', frozen: true })
    expect((await call('/pets/1')).status).toBe(200)
    await sandbox.world('w1').clock.advance(1)
    const { status, body, headers } = await call('/pets/1')
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'operation_removed', message: 'getPet was removed on 2030-12-05: use /v1/pets instead' })
    expect(headers.get('sandbox-cause')).toBe('removed')
    expect(headers.get('date')).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
  })
})

test.each([
  ['2029-03-01T00:00:00.999Z', 'Thu, 01 Mar 2029 00:00:00 GMT'],
  ['2029-03-01T00:00:01.000Z', 'Thu, 01 Mar 2029 00:00:01 GMT'],
  ['2029-03-01T00:00:01.999Z', 'Thu, 01 Mar 2029 00:00:01 GMT'],
  ['2029-03-01T00:00:02.000Z', 'Thu, 01 Mar 2029 00:00:02 GMT'],
])('at %s the Date is %s', async (now, date) => {
  const { call, sandbox } = await startWithClient()
  await sandbox.world('w1').clock.set({ now, frozen: true })
  expect((await call('/pets/1')).headers.get('date')).toBe(date)
})

describe('headers of the sandbox', () => {
  test('are missing with --bare', async () => {
    const sandbox = await start({ bare: true })
    const response = await fetch(`${sandbox.url}/pets?limt=1`, { headers: { authorization: `Bearer ${sandbox.key()}` } })
    expect(response.status).toBe(200)
    expect([...response.headers.keys()].filter((name) => name.startsWith('sandbox-'))).toEqual([])
    expect(response.headers.get('x-ratelimit-limit')).toBe('60')
  })
})
