// Finds the operation and the path parameters for the path that a client sends.

import { expect, test } from 'vitest'
import type { Operation } from '../../src/contract/operations.ts'
import { loadOwnContract } from '../../src/package-files.ts'
import { createFind } from '../support/find-operation.ts'
import { startWithClient } from '../support/sandbox.ts'

const ROUTES = [
  'GET /v1/pets',
  'POST /v1/pets',
  'GET /v1/pets/{petId}',
  'DELETE /v1/pets/{petId}',
  'GET /v1/pets/mine',
  'GET /v1/files/{name}',
  'GET /v1/files/{name}.json',
  'GET /v1/owners/{owner-id}/pets/{petId}',
  'GET /v1/größe',
  'GET /v1/a+b(c)',
  'HEAD /v1/a+b(c)',
]

const PATHS = [...new Set((await loadOwnContract()).operations.map(({ path }) => path))].join(', ')

const find = createFind(
  ROUTES.map((id) => {
    const [method = '', path = ''] = id.split(' ')
    return { id, method, path } as Operation
  }),
)

test.each<[string, string, unknown?]>([
  ['GET /v1/pets', 'GET /v1/pets'],
  ['HEAD /v1/pets', 'GET /v1/pets'],
  ['HEAD /v1/a+b(c)', 'HEAD /v1/a+b(c)'],
  ['GET /v1/pets/5', 'GET /v1/pets/{petId}', { petId: '5' }],
  ['GET /v1/pets/mine', 'GET /v1/pets/mine'],
  ['GET /v1/pets/mine2', 'GET /v1/pets/{petId}', { petId: 'mine2' }],
  ['GET /v1/pets/{petId}', 'GET /v1/pets/{petId}', { petId: '{petId}' }],
  ['GET /v1/files/a.b', 'GET /v1/files/{name}', { name: 'a.b' }],
  ['GET /v1/files/a.json', 'GET /v1/files/{name}.json', { name: 'a' }],
  ['GET /v1/owners/o%201/pets/2', 'GET /v1/owners/{owner-id}/pets/{petId}', { 'owner-id': 'o 1', petId: '2' }],
  ['GET /v1/gr%c3%b6%C3%9Fe', 'GET /v1/größe'],
  ['GET /v1/%70et%73', 'GET /v1/pets'],
  ['GET /%761/pets/%35', 'GET /v1/pets/{petId}', { petId: '5' }],
  ['GET /v1/pets/a%2Fb', 'GET /v1/pets/{petId}', { petId: 'a/b' }],
  ['GET /v1/pets/%252F', 'GET /v1/pets/{petId}', { petId: '%2F' }],
  ['GET /v1/pets/%25%32%46', 'GET /v1/pets/{petId}', { petId: '%2F' }],
  ['GET /v1/pets/%zz', 'GET /v1/pets/{petId}', { petId: '%zz' }],
  ['GET /v1/pets/%C3', 'GET /v1/pets/{petId}', { petId: '%C3' }],
  ['GET /v1/pets/5%', 'GET /v1/pets/{petId}', { petId: '5%' }],
])('%s is %s', (request, id, parameters = {}) => {
  const [method = '', path = ''] = request.split(' ')
  expect(find(method, path)).toMatchObject({ operation: { id }, parameters })
})

test.each([
  'GET /v1/pets/',
  'GET /v1/Pets',
  'GET //v1/pets',
  'GET /v1%2Fpets',
  'GET /v1/pets/5/',
  'GET /v1/pets/5/6',
  'GET /v1/%50ets',
  'GET /v1/pets%20',
  'GET /v1/pets%3Flimit=1',
  'GET /v1/a+b',
  'GET /v1/aab(c)',
])('%s has no operation', (request) => {
  const [method = '', path = ''] = request.split(' ')
  expect(find(method, path)).toBeUndefined()
})

test.each([
  ['PUT /v1/pets', ['GET', 'HEAD', 'POST']],
  ['PUT /v1/%70ets', ['GET', 'HEAD', 'POST']],
  ['PUT /v1/pets/5', ['DELETE', 'GET', 'HEAD']],
  ['PATCH /v1/pets/mine', ['DELETE', 'GET', 'HEAD']],
])('%s has a known path and another method', (request, allow) => {
  const [method = '', path = ''] = request.split(' ')
  expect(find(method, path)).toEqual({ allow })
})

test.each([
  ['/%70ets?limit=1', 200, undefined],
  ['/pets/%31', 200, undefined],
  ['/%50ets', 404, `There is nothing at /v1/%50ets: the paths are ${PATHS}`],
  ['/pets%2F1', 404, `There is nothing at /v1/pets%2F1: the paths are ${PATHS}`],
  ['/pets/1%2F2', 404, 'petId must be an int64 (a whole number), got "1/2"'],
  ['/pets/%2531', 404, 'petId must be an int64 (a whole number), got "%31"'],
  ['/pets/%zz', 404, 'petId must be an int64 (a whole number), got "%zz"'],
])('a client that calls %s gets %i', async (path, status, message) => {
  const { call } = await startWithClient()
  const answer = await call(path)
  expect([answer.status, (answer.body as { message?: string }).message]).toEqual([status, message])
})
