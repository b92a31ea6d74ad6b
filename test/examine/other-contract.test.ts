// The judge does not know what an animal is: the same rules judge clients of a contract about books.

import { expect, test } from 'vitest'
import { startContract } from '../support/contract.ts'
import { checkReport, findingsOf } from './rules/standing.ts'

const BOOKS = `openapi: 3.1.0
info: { title: Books, version: 2.0.0 }
servers: [{ url: https://books.example/api }]
paths:
  /books:
    get:
      operationId: findBooks
      parameters: [{ name: after, in: query, schema: { type: string, format: cursor } }]
      responses: { '200': { description: Books, content: { application/json: { schema: { type: array }, example: [] } } } }
    post:
      operationId: addBook
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [isbn], properties: { isbn: { type: integer, format: int64 } } } } } }
      responses: { '201': { description: Added, content: { application/json: { schema: { type: object }, example: { id: 9007199254740993 } } } } }
  /books/{id}:
    get:
      operationId: getBook
      deprecated: true
      x-sunset: '2030-01-01T00:00:00Z'
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses: { '200': { description: A book, content: { application/json: { schema: { type: object }, example: { title: Emma } } } }, '404': { description: None } }
`

async function startBooks() {
  const handlers = {
    addBook: () => ({ status: 201, body: { id: 9_007_199_254_740_993n } }),
    findBooks: () => ({ status: 200, headers: { Link: '</api/books?after=c2VhbGVk>; rel="next"' }, body: [] }),
  }
  return startContract(BOOKS, { handlers, recipes: {}, renderProblem: ({ code }) => ({ error: code }) })
}

const LOST = [{ steps: [{ times: 1, fault: 'reset', commit: 'before' }] }] as const

async function judgeBooks() {
  const sandbox = await startBooks()
  const headers = { authorization: `Bearer ${sandbox.key()}`, 'content-type': 'application/json', 'user-agent': 'reader/1' }
  const call = (path: string, init: object = {}) => fetch(sandbox.url + path, { headers, ...init }).then((response) => response.text())
  const add = () => call('/books', { method: 'POST', body: '{"isbn":1}' })
  await sandbox.world().scenarios.put(LOST)
  await add().catch(add)
  await call('/books/9007199254740992')
  await sandbox.world().clock.set({ now: '2031-01-01T00:00:00Z' })
  await call('/books/1')
  return checkReport(await sandbox.report())
}

test('the report has the operations of the contract', async () => {
  const report = await judgeBooks()
  expect(report.judgedBy.contract).toMatchObject({ title: 'Books', version: '2.0.0' })
  expect(report.coverage.operations.map(({ operationId, deprecated }) => [operationId, deprecated])).toEqual([
    ['findBooks', false],
    ['addBook', false],
    ['getBook', true],
  ])
  expect(report.coverage.operations[1]?.responses).toEqual([{ status: '201', met: 1, optional: false }])
})

test.each([
  ['no-blind-create-retry', 'addBook', /is an equal creation/],
  ['keeps-int64', 'getBook', /^9007199254740992 came back$/],
  ['no-removed-calls', 'getBook', /^getBook was called after its removal date$/],
  ['no-deprecated-calls', 'getBook', /getBook is deprecated and will be removed on 2030-01-01/],
])('%s finds the mistake of a client, in %s', async (name, operation, said) => {
  expect(findingsOf(await judgeBooks(), name)).toMatchObject([{ operation, observed: expect.stringMatching(said) }])
})
