import { expect, test } from 'vitest'
import { findOperation, findParameter } from '../../src/console/composer/target.ts'
import type { Operation } from '../../src/console/contract.ts'

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
