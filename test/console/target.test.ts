import { expect, test } from 'vitest'
import { findOperation, readParameter, writeParameter } from '../../src/console/composer/target.ts'
import type { Operation } from '../../src/console/contract.ts'

const operation = (id: string, method: string, path: string): Operation => ({ id, method, path, node: {}, parameters: [] })
const getPet = operation('getPet', 'GET', '/v1/pets/{petId}')
const listPets = operation('listPets', 'GET', '/v1/pets')
const OPERATIONS = [listPets, operation('createPet', 'POST', '/v1/pets'), getPet]

test.each([
  ['GET', '/v1/pets?limit=2', 'listPets'],
  ['POST', '/v1/pets', 'createPet'],
  ['GET', '/~slow,delay=1/v1/pets/7', 'getPet'],
  ['GET', '/v1/pets/{petId}', 'getPet'],
  ['GET', '/v1/pets/', undefined],
  ['PUT', '/v1/pets', undefined],
  ['GET', '/v1/petsx', undefined],
])('%s %s is %s', (method, target, id) => {
  expect(findOperation(OPERATIONS, method, target)?.id).toBe(id)
})

test.each([
  ['/v1/pets/9223372036854775807', getPet, 'petId', 'path', '9223372036854775807'],
  ['/v1/pets/{petId}', getPet, 'petId', 'path', ''],
  ['/v1/pets/a%2Fb', getPet, 'petId', 'path', 'a/b'],
  ['/v1/pets?limit=2&status=a%20b', listPets, 'status', 'query', 'a b'],
  ['/v1/pets?status', listPets, 'status', 'query', ''],
  ['/v1/pets?status=%zz', listPets, 'status', 'query', '%zz'],
  ['/v1/pets', listPets, 'limit', 'query', ''],
] as const)('of %s it reads %#: %s', (target, of, name, place, expected) => {
  expect(readParameter(target, of, name, place)).toBe(expected)
})

test.each([
  ['/v1/pets/{petId}', getPet, 'petId', 'path', '9223372036854775807', '/v1/pets/9223372036854775807'],
  ['/~slow/v1/pets/1?x=1', getPet, 'petId', 'path', 'a/b', '/~slow/v1/pets/a%2Fb?x=1'],
  ['/v1/pets/1', getPet, 'petId', 'path', '', '/v1/pets/{petId}'],
  ['/v1/pets', listPets, 'limit', 'query', '5', '/v1/pets?limit=5'],
  ['/v1/pets?limit=5&x=%41', listPets, 'limit', 'query', '6', '/v1/pets?limit=6&x=%41'],
  ['/v1/pets?limit=5&x=1', listPets, 'limit', 'query', '', '/v1/pets?x=1'],
  ['/v1/pets?limit=5', listPets, 'limit', 'query', '', '/v1/pets'],
] as const)('%s is written anew: %#', (target, of, name, place, value, expected) => {
  expect(writeParameter(target, of, name, place, value)).toBe(expected)
})
