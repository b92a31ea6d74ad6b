// The rules of HTTP for a server, beside the rules of the contract.

import { request } from 'node:http'
import { expect, test } from 'vitest'
import { loadOwnContract } from '../../src/package-files.ts'
import { start, startWithClient } from '../support/sandbox.ts'

test.each([
  ['POST', '/openapi.yaml'],
  ['DELETE', '/openapi.json'],
  ['PUT', '/docs'],
  ['OPTIONS', '/docs'],
])('%s of the document %s is refused, with the allowed methods', async (method, path) => {
  const { origin } = await start()
  const { status, headers, ...response } = await fetch(origin + path, { method }).then(async (reply) => ({
    status: reply.status,
    headers: reply.headers,
    body: await reply.json(),
  }))
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(response.body).toEqual({ code: 'method_not_allowed', message: `${path} does not take ${method}, only GET, HEAD`, status: 405 })
})

const { operations, basePath } = await loadOwnContract()

test.each([...Map.groupBy(operations, ({ path }) => path)])('OPTIONS of %s lists the methods that the path allows', async (path, own) => {
  const { call } = await startWithClient()
  const allowed = own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const allow = allowed.sort().join(', ')
  for (const headers of [{}, { origin: 'http://localhost' }]) {
    const answer = await call(path.slice(basePath.length).replace(/\{\w+\}/, '1'), { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
  }
})

test.each(['/v1/%70ets', '/%761/pets', '/%7Eworld=w3/v1/pets', '/%7eworld%3Dw3/%76%31/pet%73'])('%s is /v1/pets', async (path) => {
  const sandbox = await start()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}` }
  const [plain, escaped] = await Promise.all(
    ['/v1/pets', path].map((one) => fetch(sandbox.origin + one, { headers }).then((reply) => reply.json())),
  )
  expect(escaped).toEqual(plain)
  const world = /w3/.test(path) ? 'w3' : 'w1'
  expect((await sandbox.world(world).requests.list()).at(-1)).toMatchObject({ operation: 'listPets' })
})

test.each([
  ['gzip', 'identity'],
  ['br, gzip', 'identity'],
  ['identity', undefined],
  [undefined, undefined],
])('a body with the content coding %s gets a reply that asks for the coding %s', async (coding, expected) => {
  const { call } = await startWithClient()
  const { status, headers, body } = await call('/pets', {
    method: 'POST',
    headers: coding === undefined ? {} : { 'content-encoding': coding },
    body: { name: 'Rex', categoryId: expected === undefined ? 'no number' : 1 },
  })
  expect([status, headers.get('accept-encoding') ?? undefined]).toEqual([400, expected])
  expect((body as { code: string }).code).toBe(expected === undefined ? 'invalid_body' : 'invalid_content_type')
})

test.each([
  ['/v1/pets/5#6', 404],
  ['/v1/pets/5?a=#6', 200],
  ['/~slow,delay=0/v1/pets/5', 200],
  ['/~slow,delay=0/docs', 404],
  ['//v1/pets/5', 404],
])('the target %s is answered with %i', async (path, status) => {
  const { origin, key } = await start()
  const { hostname, port } = new URL(origin)
  const headers = { authorization: `Bearer ${key('free', 'w1')}` }
  const reply = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => resolve(response.resume().statusCode))
    sent.on('error', reject).end()
  })
  expect(reply).toBe(status)
})
