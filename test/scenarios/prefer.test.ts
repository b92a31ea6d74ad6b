// The header Prefer (RFC 7240), read like Prism reads it.

import { expect, test } from 'vitest'
import { loadOwnContract } from '../../src/package-files.ts'
import { startWithClient } from '../support/sandbox.ts'

test.each([
  ['/pets', 'code=400', 400, 'code=400', { code: 'invalid_parameter' }],
  ['/pets', 'code=429', 429, 'code=429', { code: 'rate_limited' }],
  ['/pets', 'example=none', 200, 'example=none', []],
  ['/pets', 'example="animals", respond-async', 200, 'example=animals', [{ id: 1 }, { id: 2 }, { id: 3 }]],
  ['/pets/4711', 'code=200', 200, 'code=200', { id: 1 }],
  ['/pets/1', 'code=404', 404, 'code=404', { code: 'not_found' }],
])('%s with Prefer: %s', async (path, prefer, status, applied, body) => {
  const { sandbox } = await startWithClient()
  const response = await fetch(sandbox.url + path, { headers: { authorization: 'Bearer sandbox_free', prefer } })
  expect(response.status).toBe(status)
  expect(response.headers.get('preference-applied')).toBe(applied)
  expect(response.headers.get('sandbox-cause')).toBe('scenario;name=prefer;step=1')
  expect(await response.json()).toMatchObject(body)
})

test.each([
  ['getPet', '/pets/1'],
  ['listPets', '/pets'],
  ['listOrders', '/store/orders'],
])('the dynamic values of %s fit the contract and have no unknown fields', async (id, path) => {
  const { call } = await startWithClient()
  const { operations } = await loadOwnContract()
  const check = operations
    .find((operation) => operation.id === id)
    ?.respondsWith(200)
    ?.content.get('application/json')
  for (let round = 0; round < 20; round += 1) {
    const { status, body } = await call(path, { headers: { prefer: 'dynamic=true' } })
    expect([status, check?.(body, 'body')]).toEqual([200, []])
  }
})

test('a preferred reply names the assumptions about its shape', async () => {
  const { call } = await startWithClient()
  expect((await call('/store/orders', { headers: { prefer: 'code=200' } })).assumed).toEqual(['orders'])
})

test.each([
  ['code=constructor', 'code must be a status that'],
  ['example=nope', 'listPets has no example "nope"; known examples: animals, none'],
  [`example=${'x'.repeat(61)}`, `listPets has no example "${'x'.repeat(59)}…"; known`],
  ['code=400, example=none', 'listPets has no example "none" of 400; known examples: limit'],
  ['dynamic=perhaps', 'Prefer: dynamic must be true or false, got "perhaps"'],
])('Prefer: %s is refused', async (prefer, message) => {
  const { call } = await startWithClient()
  const { status, body } = await call('/pets', { headers: { prefer } })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_scenario', message: expect.stringContaining(message) })
})

test.each([
  ['/pets', 'code=429'],
  ['/pets', 'code=429, example=limited'],
  ['/pets', 'code=401'],
  ['/pets', 'code=401, example=missing'],
  ['/pets/1', 'code=404, dynamic=true'],
])('a preferred error is like the true error: %s %s', async (path, prefer) => {
  const { call } = await startWithClient()
  // The test client compares body, challenge, Retry-After and the numbers of the limits with each other.
  expect((await call(path, { headers: { prefer } })).headers.get('sandbox-cause')).toBe('scenario;name=prefer;step=1')
})

test('a 429 that is preferred asks for a second', async () => {
  const { call } = await startWithClient({}, 'free')
  const { headers } = await call('/pets', { headers: { prefer: 'code=429' } })
  expect([headers.get('retry-after'), headers.get('x-ratelimit-remaining')]).toEqual(['1', '0'])
})
