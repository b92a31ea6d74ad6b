// The contract as the page reads it, requests with its examples, and the parameters in an address.

import { afterAll, expect, test, vi } from 'vitest'
import {
  exampleRequest,
  fieldsOf,
  findOperation,
  findParameter,
  flatten,
  type Operation,
  readContract,
} from '../../src/console/contract.ts'
import { renderCurl } from '../../src/console/snippets.ts'
import { loadOwnContract } from '../../src/package-files.ts'

vi.stubGlobal('location', new URL('http://127.0.0.1:4010/docs'))
afterAll(() => void vi.unstubAllGlobals())

test('the published contract is read, and each operation has a request with its examples', async () => {
  const contract = readContract((await loadOwnContract()).publish('http://127.0.0.1:4010/v1', { assumptions: true }))
  const { basePath, prefix, plans, assumptions, operations } = contract
  const calls = operations.map((one) => `=== ${one.id}\n${renderCurl(exampleRequest(contract, one, 'sandbox_free'))}`)
  const chosen = assumptions.map(({ id, choice }) => `${id}: ${choice}`)
  const fields = ['pets', 'orders', 'ghosts'].map((name) => `${name}: ${Object.keys(fieldsOf(contract, name, [{ seen: 1 }]))}`)
  const shown = [JSON.stringify({ basePath, prefix, plans }), ...chosen, ...fields, ...calls].join('\n')
  await expect(`${shown}\n`).toMatchFileSnapshot('contract.txt')
})

test('of a small contract, what is missing has a usual value', () => {
  const post = { operationId: 'addDog', requestBody: { content: { 'application/json': { examples: { rex: { $ref: '#/rex' } } } } } }
  const list = { responses: { 200: { content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/dog' } } } } } } }
  const dog = {
    allOf: [
      { required: ['id'], properties: { id: { type: 'string' } } },
      { required: ['name'], properties: { name: { $ref: '#/text' } } },
    ],
  }
  const document = {
    paths: { '/dogs': { get: list }, '/dogs/{dog}/{day}': { post, parameters: [{ name: 'day', in: 'path', example: 'monday' }] } },
    ...{ dog, rex: { value: { name: 'Rex', at: 1 } }, text: { type: 'string' } },
  }
  const contract = readContract(document, 'control-')
  expect(contract).toMatchObject({ basePath: '', prefix: 'control-', plans: ['free'], assumptions: [] })
  expect(readContract({ ...document, servers: [{ url: '/a/b/' }] })).toMatchObject({
    basePath: '/a/b',
    operations: [{ path: '/a/b/dogs' }, {}],
  })
  expect(contract.operations.map((one) => exampleRequest(contract, one, ''))).toEqual([
    { method: 'GET', origin: 'http://127.0.0.1:4010', target: '/dogs', headers: [], body: { text: '', bytes: 0 } },
    {
      ...{ method: 'POST', origin: 'http://127.0.0.1:4010', target: '/dogs/1/monday', headers: [['Content-Type', 'application/json']] },
      body: { text: '{"name":"Rex","at":1}', bytes: 21 },
    },
  ])
  expect(flatten(document, dog)).toEqual({ required: ['id', 'name'], properties: { id: { type: 'string' }, name: { $ref: '#/text' } } })
  expect(flatten(document, { type: 'null' })).toEqual({ type: 'null', properties: {}, required: [] })
  expect(fieldsOf(contract, 'dogs', [{ colour: 1 }])).toEqual({ id: { type: 'string' }, colour: {}, name: { type: 'string' } })
})

const operation = (id: string, method: string, path: string): Operation => ({ id, method, path, node: {}, parameters: [] })
const getPet = operation('getPet', 'GET', '/v1/pets/{petId}')
const listPets = operation('listPets', 'GET', '/v1/pets')
const getPhoto = operation('getPhoto', 'GET', '/v1/pets/{petId}/photos/{photo}.png')
const OPERATIONS = [listPets, operation('createPet', 'POST', '/v1/pets'), getPet, getPhoto]

test.each([
  ['GET', '/v1/pets?limit=2', 'listPets'],
  ['POST', '/v1/pets', 'createPet'],
  ['GET', '/~slow,delay=1/v1/pets/7', 'getPet'],
  ['GET', '/v1/pets/7/photos/1.png', 'getPhoto'],
  ['GET', '/v1/pets/7/photos/1xpng', undefined],
  ['PUT', '/v1/pets', undefined],
  ['GET', '/v1/petsx', undefined],
])('%s %s is %s', (method, target, id) => {
  expect(findOperation(OPERATIONS, method, target)?.id).toBe(id)
})

test.each([
  ['/v1/pets/9223372036854775807', getPet, 'petId', '9223372036854775807', '1', '/v1/pets/1'],
  ['/~slow/v1/pets/a%2Fb?x=1', getPet, 'petId', 'a/b', 'c/d', '/~slow/v1/pets/c%2Fd?x=1'],
  ['/v1/pets/7/photos/1.png', getPhoto, 'photo', '1', '2', '/v1/pets/7/photos/2.png'],
  ['/v1/pets', listPets, 'limit', '', '5', '/v1/pets?limit=5'],
  ['/v1/pets?limit=5&x=%41', listPets, 'limit', '5', '6', '/v1/pets?limit=6&x=%41'],
  ['/v1/pets?limit=5&x=1', listPets, 'limit', '5', '', '/v1/pets?x=1'],
  ['/v1/pets?limit=5', listPets, 'limit', '5', '', '/v1/pets'],
  ['/v1/pets?limit=2&status=a%20b%3D', listPets, 'status', 'a b=', 'c&d', '/v1/pets?limit=2&status=c%26d'],
  ['/v1/pets?status', listPets, 'status', '', 'x', '/v1/pets?status=x'],
  ['/v1/pets?status=%zz', listPets, 'status', '%zz', 'x', '/v1/pets?status=x'],
])('in %s the parameter of %# is read and written', (target, of, name, value, other, written) => {
  const place = findParameter(target, of, { name, in: of === listPets ? 'query' : 'path' })
  expect([place.value, place.write(other)]).toEqual([value, written])
})
