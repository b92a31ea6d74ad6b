// The engine does not know animals: the same app works with a small contract about books and without handlers.

import { expect, test } from 'vitest'
import type { Domain } from '../src/options/domain.ts'
import type { Sandbox } from '../src/sandbox.ts'
import type { Handler } from '../src/worlds/handler.ts'
import { startContract } from './support/contract.ts'

const BOOKS = `openapi: 3.1.0
info: { title: Books, version: 2.0.0 }
servers: [{ url: https://books.example/api }]
paths:
  /books/{isbn}:
    get:
      operationId: getBook
      parameters: [{ name: isbn, in: path, required: true, schema: { type: string, minLength: 3 } }]
      responses: { '200': { description: A book, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } }, example: { title: Emma } } } } }
`

const domain: Domain = { handlers: {}, recipes: {}, renderProblem: ({ code }) => ({ error: code }) }

const startBooks = (text = BOOKS, handlers: Domain['handlers'] = {}) => startContract(text, { ...domain, handlers })

async function get(sandbox: Sandbox, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(sandbox.url + path, { headers: { authorization: `Bearer ${sandbox.key()}`, ...headers } })
  return { status: response.status, cause: response.headers.get('sandbox-cause'), headers: response.headers, body: await response.json() }
}

test('an operation without a handler is answered from the contract', async () => {
  const sandbox = await startBooks()
  expect(sandbox.url).toMatch(/\/api$/)
  const headers = { authorization: `Bearer ${sandbox.key()}` }
  const response = await fetch(`${sandbox.url}/books/0141439580`, { headers })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ title: 'Emma' })
  expect(response.headers.get('sandbox-cause')).toBe('generated')
  expect((await sandbox.world().requests.list())[0]?.trace.slice(-2)).toEqual([
    { answer: 'handler', asks: 'Is there a handler?', outcome: 'none' },
    { answer: 'generated', asks: 'Is there an example?', outcome: 'answered: getBook' },
  ])
  expect((await fetch(`${sandbox.url}/pets`, { headers })).status).toBe(404)
})

test('an operation that is assumed as a whole: its replies name the assumption, and the report does not ask for them', async () => {
  const mark = '\n      x-assumption: { id: shelf, default: one, choices: { one: There is a shelf. }, why: None is stated. }'
  const shelf = `  /shelf:
    get:
      operationId: getShelf
      responses: { '200': { description: A shelf, content: { application/json: { schema: { type: object }, example: {} } } } }
`
  for (const [text, assumed, percent] of [
    [BOOKS + shelf, null, 50],
    [BOOKS + shelf.replace('getShelf', `getShelf${mark}`), 'shelf', 100],
  ] as const) {
    const sandbox = await startBooks(text)
    expect((await get(sandbox, '/books/0141439580')).headers.get('sandbox-assumed')).toBeNull()
    expect((await sandbox.report()).coverage.percent).toBe(percent)
    expect((await get(sandbox, '/shelf')).headers.get('sandbox-assumed')).toBe(assumed)
  }
})

test('what the contract does not document is refused as the domain says', async () => {
  const sandbox = await startBooks()
  const response = await fetch(`${sandbox.url}/shelves`)
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Books"')
  expect(await response.json()).toEqual({ error: 'unauthorized' })
})

test('/llms.txt has the base path of the contract', async () => {
  const { origin } = await startBooks()
  const text = await (await fetch(`${origin}/llms.txt`)).text()
  expect(text).toContain(`${origin}/~unauthorized/api (always 401)`)
  expect(text).not.toContain('/v1')
})

test.each([
  [BOOKS.replace('getBook', 'getBook\n      - x'), /contract\.yaml:\d+:\d+: this is not valid YAML/],
  [`${BOOKS}  /loop: { $ref: '#/paths/~1loop' }\n`, /contract\.yaml: #\/paths\/~1loop: #\/paths\/~1loop leads back to itself/],
  [`${BOOKS}x-loop: &loop [*loop]\n`, /contract\.yaml: this is not valid YAML: it contains itself/],
])('a broken contract stops the start, and the message names file and place', async (text, message) => {
  await expect(startBooks(text)).rejects.toThrow(message)
})

test('a refusal that the contract does not document is sent all the same, with a warning', async () => {
  const sandbox = await startBooks()
  const { status, cause, headers } = await get(sandbox, '/books/123', { authorization: 'Bearer nobody' })
  expect([status, cause]).toEqual([401, 'credentials'])
  expect(headers.get('sandbox-warning')).toContain('getBook answers 401, which the contract does not document')
})

test('the response `default` documents every other refusal, and its assumption is named', async () => {
  const mark = 'x-assumption: { id: errors, default: plain, choices: { plain: Each has one form. }, why: None is stated. }'
  const other = `default: { description: Refused, ${mark}, content: { application/json: {} } }, '200': { description: A book`
  const sandbox = await startBooks(BOOKS.replace("'200': { description: A book", other))
  const { headers } = await get(sandbox, '/books/123', { authorization: 'Bearer nobody' })
  expect([headers.get('sandbox-assumed'), headers.get('sandbox-warning')?.includes('does not document')]).toEqual(['errors', false])
})

test('documents in other usual forms are served, too', async () => {
  const document = BOOKS.replace(
    'application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } }',
    "'application/json; charset=utf-8': { schema: { type: object }",
  ).replace("responses: { '200'", "responses: { '401': { description: No, content: { application/problem+json: {} } }, '200'")
  const sandbox = await startBooks(document, { getBook: () => ({ status: 200, body: { anything: 'goes' } }) })
  expect(await get(sandbox, '/books/123')).toMatchObject({ status: 200, body: { anything: 'goes' } })
  const refused = await get(sandbox, '/books/123', { authorization: 'Bearer nobody' })
  expect([refused.status, refused.cause]).toEqual([401, 'credentials'])
})

test('an idempotency key sent to another book is a conflict', async () => {
  const lend = `    put:
      operationId: lendBook
      x-assumption: { id: idempotency, default: ignored, choices: { ignored: Nothing, honoured: A key counts. }, why: None is stated. }
      parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: Lent, content: &json { application/json: { schema: { type: object } } } }, '409': { description: Conflict, content: *json } }
`
  const sandbox = await startBooks(BOOKS + lend, { lendBook: ({ path }) => ({ status: 200, body: path }) })
  await sandbox.world().assumptions.put({ idempotency: 'honoured' })
  const headers = { authorization: `Bearer ${sandbox.key()}`, 'idempotency-key': 'a' }
  const lent = async (isbn: string) => (await fetch(`${sandbox.url}/books/${isbn}`, { method: 'PUT', headers })).json()
  expect([await lent('123'), await lent('123')]).toEqual([{ isbn: '123' }, { isbn: '123' }])
  expect(await lent('456')).toEqual({ error: 'idempotency_conflict' })
})

test.each([
  ['sandbox_pro', '5'],
  ['sandbox_pro_max', '7'],
  ['sandbox_pro_w1', '5'],
])('when plans have the same beginning, a key means the plan with its exact name: %s', async (key, limit) => {
  const plans = 'x-plans: { pro: { minute: 5, day: 5 }, pro_max: { minute: 7, day: 7 } }\npaths:'
  const sandbox = await startBooks(BOOKS.replace('paths:', plans))
  const { headers } = await get(sandbox, '/books/123', { authorization: `Bearer ${key}` })
  expect(headers.get('x-ratelimit-limit')).toBe(limit)
})

test.each<[string, Handler]>([
  [
    'that throws',
    () => {
      throw new TypeError('a bug')
    },
  ],
  ['whose reply the contract does not have', () => ({ status: 200, body: { tilte: 'Emma' } })],
  ['whose headers HTTP does not allow', () => ({ status: 200, headers: { Link: 'é\n' }, body: { title: 'Emma' } })],
])('a handler %s is a 500 with the request id, and the journal says why', async (_title, handler) => {
  const sandbox = await startBooks(BOOKS, { getBook: handler })
  const { status, cause, body, headers } = await get(sandbox, '/books/123')
  expect([status, cause, body]).toEqual([500, 'failure', { error: 'internal_error' }])
  const [exchange] = await sandbox.world().requests.list()
  expect(exchange).toMatchObject({ id: headers.get('sandbox-request-id'), failure: expect.stringContaining('at '), reply: { status: 500 } })
  const [last, ...before] = exchange?.trace.toReversed() ?? []
  expect(before.map(({ answer }) => answer)).toEqual(['removed', 'contract', 'scenario', 'rate-limit', 'ban', 'credentials'])
  expect(last).toEqual({ answer: 'failure', asks: 'Did the sandbox fail?', outcome: exchange?.failure?.split('\n')[0] })
})

const ANSWERS = "{ '200': { description: Fine } }"

test.each([
  [
    'of a call that needs nothing',
    `  /a: { post: { operationId: a, responses: ${ANSWERS} } }\n  /b: { get: { operationId: b, responses: ${ANSWERS} } }\n`,
    '/api/b',
  ],
  ['of the whole, where each call needs something', '', '/api'],
])('the example is the address %s', async (_title, paths, expected) => {
  const sandbox = await startBooks(BOOKS + paths)
  expect(sandbox.example).toBe(sandbox.origin + expected)
})

test('a contract without a base path is served, together with its document', async () => {
  const sandbox = await startBooks(BOOKS.replace('https://books.example/api', 'https://books.example'))
  expect((await get(sandbox, '/books/123')).status).toBe(200)
  expect((await get(sandbox, '/openapi.json')).body).toMatchObject({ info: { title: 'Books' } })
  expect((await get(sandbox, '/nothing')).status).toBe(404)
})

const SHAPES = `openapi: 3.1.0
info: { title: Größe "A", version: 1.0.0 }
servers: [{ url: https://shapes.example/api }]
paths:
  /shapes/{shape-id}:
    parameters: [{ name: shape-id, in: path, required: true, schema: { type: string } }, { name: unit, in: query, required: true, schema: { type: string } }]
    get:
      operationId: getShape
      parameters:
        - { name: unit, in: query, schema: { type: [integer, 'null'], maximum: 9223372036854775806, exclusiveMinimum: 9007199254740993 } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string, format: uuid } }
        - { name: side, in: cookie, schema: { enum: [a, b] } }
      responses: { '200': { description: A shape, content: { application/json: { schema: { type: object, properties: { x-y: { type: integer }, at: { type: string, format: date-time } } }, example: { x-y: 1, at: '2026-01-01T00:00:00Z' } } } } }
  /shapes/largest:
    get: { operationId: getLargest, responses: { '200': { description: A shape, content: { application/json: { schema: { type: string }, example: large } } } } }
`
const TENANT = { 'x-tenant': '0b0a8b4e-4f4c-4c58-9a51-3b6c1c9c8f10' }

test.each<[string, Record<string, string>, number, unknown]>([
  ['/shapes/7', TENANT, 200, { 'x-y': 1, at: '2026-01-01T00:00:00Z' }],
  ['/shapes/largest', {}, 200, 'large'],
  ['/shapes/7?unit=9007199254740994', TENANT, 200, expect.anything()],
  ['/shapes/7?unit=9007199254740993', TENANT, 400, 'unit must be above 9007199254740993, got 9007199254740993'],
  ['/shapes/7?unit=9223372036854775807', TENANT, 400, 'unit must be at most 9223372036854775806, got 9223372036854775807'],
  ['/shapes/7', {}, 400, 'X-Tenant is missing: send it'],
  ['/shapes/7', { 'x-tenant': 'me' }, 400, 'X-Tenant must be a uuid, got "me"'],
  ['/shapes/7', { ...TENANT, cookie: 'x=1; side=c' }, 400, 'side must be one of a, b, got "c"'],
])('parameters of every kind are read as the contract says: %s %j', async (path, headers, status, expected) => {
  const sandbox = await startContract(SHAPES, { ...domain, renderProblem: ({ message }) => message })
  const reply = await get(sandbox, path, headers)
  expect([reply.status, reply.body]).toEqual([status, expected])
  // A name that belongs into a header, a cookie or the path is strange in the query.
  const strange = await get(sandbox, '/shapes/7?unit=9007199254740994&side=a&x-tenant=b&shape-id=1', TENANT)
  for (const name of ['side', 'x-tenant', 'shape-id']) expect(strange.headers.get('sandbox-warning')).toContain(`\\"${name}\\"`)
  expect(strange.headers.get('sandbox-warning')).not.toContain('"unit')
  expect(await (await fetch(`${sandbox.origin}/openapi.json`)).text()).toContain('"maximum":9223372036854775806')
})

test('made-up replies have only the fields that their schemas list, and all parts of a schema that has parts', async () => {
  const reply = (schema: string) => `{ '200': { description: Fine, content: { application/json: { schema: ${schema} } } } }`
  const size = '{ type: object, required: [size], properties: { size: { type: integer } } }'
  const boxes = `{ type: object, required: [list, box], properties: { list: { type: array, minItems: 1, items: ${size} }, box: ${size} } }`
  const parts = `{ allOf: [{ $ref: '#/components/schemas/Named' }, ${size}, { oneOf: [${size.replaceAll('size', 'red')}, ${size.replaceAll('size', 'blue')}] }] }`
  const sandbox = await startBooks(`${BOOKS}  /boxes: { get: { operationId: getBoxes, responses: ${reply(boxes)} } }
  /parts: { get: { operationId: getParts, responses: ${reply(parts)} } }
components: { schemas: { Named: { type: object, required: [name], properties: { name: { type: string } } } } }
`)
  const namesIn = async (path: string) => {
    const { body } = await get(sandbox, path, { prefer: 'dynamic=true' })
    return [...new Set(JSON.stringify(body).match(/(?<=")\w+(?=":)/g))].sort().join()
  }
  for (const _ of Array(5)) expect(await namesIn('/boxes')).toBe('box,list,size')
  expect(await namesIn('/parts')).toMatch(/^(blue,name|name,red),size$/)
})

test('an operation may take smaller bodies than the others', async () => {
  const add = (id: string, size = '') => `  /${id}:
    post:
      operationId: ${id}${size}
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: Done, content: { application/json: { schema: { type: object }, example: {} } } } }
`
  const sandbox = await startBooks(`${BOOKS}${add('addNote', '\n      x-request-size: { bytes: 20 }')}${add('addBook')}`)
  const headers = { authorization: `Bearer ${sandbox.key()}`, 'content-type': 'application/json' }
  const post = (path: string, title: string) => fetch(sandbox.url + path, { method: 'POST', headers, body: JSON.stringify({ title }) })
  expect((await post('/addNote', 'Emma')).status).toBe(200)
  const refused = await post('/addNote', 'x'.repeat(20))
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('error')])
  expect((await post('/addBook', 'x'.repeat(20))).status).toBe(200)
})
