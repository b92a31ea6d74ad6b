// The contract as the page reads it, and a first call.

import { afterAll, expect, test, vi } from 'vitest'
import { fieldsOf, firstCall, flatten, readContract } from '../../src/console/contract.ts'
import { loadOwnContract } from '../../src/package-files.ts'

const ORIGIN = 'http://127.0.0.1:4010'
vi.stubGlobal('location', new URL(ORIGIN))
afterAll(() => void vi.unstubAllGlobals())

test('the published contract is read: plans, fields, and a first call', async () => {
  const contract = readContract((await loadOwnContract()).publish(`${ORIGIN}/v1`, { assumptions: true }))
  expect(contract).toMatchObject({ basePath: '/v1', plans: ['free', 'pro', 'business', 'enterprise'] })
  const fields = ['pets', 'orders', 'ghosts'].map((name) => Object.keys(fieldsOf(contract, name, [{ seen: 1 }])))
  expect(fields).toEqual([
    ['id', 'seen', 'name', 'categoryId', 'status'],
    ['id', 'seen', 'petId'],
    ['id', 'seen'],
  ])
  const headers = [['Authorization', 'Bearer sandbox_free']]
  expect(firstCall(contract)).toEqual({ method: 'GET', origin: ORIGIN, target: '/v1/pets', headers })
})

test('of a small contract, what is missing has a usual value', () => {
  const list = { responses: { 200: { content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/dog' } } } } } } }
  const dog = {
    allOf: [
      { required: ['id'], properties: { id: { type: 'string' } } },
      { required: ['name'], properties: { name: { $ref: '#/text' } } },
    ],
  }
  const document = { paths: { '/dogs': { get: list }, '/dogs/{dog}': { post: {} } }, dog, text: { type: 'string' } }
  const contract = readContract(document)
  expect(contract).toMatchObject({ basePath: '', plans: ['free'] })
  expect(firstCall(contract)?.target).toBe('/dogs')
  expect(firstCall({ ...contract, operations: [] })).toBeUndefined()
  expect(readContract({ ...document, servers: [{ url: '/a/b/' }] })).toMatchObject({
    basePath: '/a/b',
    operations: [{ path: '/a/b/dogs' }, {}],
  })
  expect(flatten(document, dog)).toEqual({ required: ['id', 'name'], properties: { id: { type: 'string' }, name: { $ref: '#/text' } } })
  expect(flatten(document, { type: 'null' })).toEqual({ type: 'null', properties: {}, required: [] })
  expect(fieldsOf(contract, 'dogs', [{ colour: 1 }])).toEqual({ id: { type: 'string' }, colour: {}, name: { type: 'string' } })
})
