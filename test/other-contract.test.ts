// The engine knows no animals: the same app, a small contract about books, no handlers.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory } from './support/command.ts'
import { start } from './support/sandbox.ts'

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

const domain = { handlers: {}, recipes: {}, renderProblem: ({ code }: { code: string }) => ({ error: code }) }

async function startBooks(text = BOOKS) {
  const contract = join(await createDirectory(), 'books.yaml')
  await writeFile(contract, text)
  return start({ contract, domain })
}

test('an operation without a handler is answered from the contract', async () => {
  const sandbox = await startBooks()
  expect(sandbox.url).toMatch(/\/api$/)
  const headers = { authorization: `Bearer ${sandbox.key()}` }
  const response = await fetch(`${sandbox.url}/books/0141439580`, { headers })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ title: 'Emma' })
  expect(response.headers.get('sandbox-cause')).toBe('generated')
  expect((await fetch(`${sandbox.url}/pets`, { headers })).status).toBe(404)
})

test('what the contract does not document is refused as the domain says', async () => {
  const sandbox = await startBooks()
  const response = await fetch(`${sandbox.url}/shelves`)
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Books"')
  expect(await response.json()).toEqual({ error: 'unauthorized' })
})

test.each([
  [BOOKS.replace('getBook', 'getBook\n      - x'), /books\.yaml:\d+:\d+: this is not valid YAML/],
  [BOOKS.replace('3.1.0', '2.0'), /books\.yaml: the contract must be an OpenAPI 3.1 document/],
  [
    BOOKS.replace('type: string, minLength', 'type: text, minLength'),
    /books\.yaml: paths\.\/books\/\{isbn\}\.get: a schema cannot be compiled/,
  ],
  [BOOKS.replace('operationId: getBook', 'summary: x'), /an operation needs an operationId/],
  [
    BOOKS.replace('{ type: string, minLength: 3 }', "{ $ref: '#/components/schemas/Isbn' }"),
    /nothing stands at #\/components\/schemas\/Isbn/,
  ],
])('a broken contract stops the start, and the message names file and place', async (text, message) => {
  await expect(startBooks(text)).rejects.toThrow(message)
})
