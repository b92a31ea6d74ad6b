// The effect `patch`: what it may cost.

import { expect, test } from 'vitest'
import { startWithClient } from '../../support/sandbox.ts'

const add = (value: unknown) => ({ op: 'add' as const, path: '/note', value })

// Each of these would take seconds.
test.each([
  ['a list of many small values', [[add(Array(5000).fill({}))]]],
  ['a long text in each item', [[add('x'.repeat(600_000))]]],
  ['many scenarios that change one reply', Array.from({ length: 100 }, () => [add('x'.repeat(10_000))])],
])('a reply is not changed without bound: %s', async (_title, patches) => {
  const { sandbox, call } = await startWithClient()
  await sandbox.world('w1').scenarios.put(patches.map((patch) => ({ operations: ['listPets'], steps: [{ patch }] })))
  expect(await call('/pets')).toMatchObject({
    status: 400,
    body: { code: 'invalid_scenario', message: expect.stringContaining('would copy more than 8388608 bytes to change this reply') },
  })
  expect((await call('/pets/1')).status).toBe(200)
})

test('a long text is added to each item of a short list', async () => {
  const { sandbox, call } = await startWithClient()
  await sandbox.world('w1').scenarios.put([{ steps: [{ patch: [add('x'.repeat(600_000))] }] }])
  expect((await call('/pets?limit=10')).status).toBe(200)
})

test('inherited fields are not changed', async () => {
  const { sandbox, call } = await startWithClient()
  const patch = ['/toString/x', '/hasOwnProperty/call', '/__proto__/polluted'].map((path) => ({ op: 'add' as const, path, value: 1 }))
  await sandbox.world('w1').scenarios.put([{ steps: [{ patch }] }])
  const { status, headers } = await call('/pets/1', { warned: true })
  expect(status).toBe(200)
  expect(headers.get('sandbox-warning')).toContain('the patch of the scenario does not apply: add /toString/x: nothing is there')
  expect([Object.keys(Object.prototype.toString), typeof Object.prototype.hasOwnProperty.call, 'polluted' in {}]).toEqual([
    [],
    'function',
    false,
  ])
})

test('a test in a patch is a condition: an item that does not meet it stays as it is, without a warning', async () => {
  const { sandbox, call } = await startWithClient()
  const patch = [
    { op: 'test' as const, path: '/id', value: 2 },
    { op: 'add' as const, path: '/note', value: 'two' },
  ]
  await sandbox.world('w1').scenarios.put([{ steps: [{ patch }] }])
  const pets = (await call('/pets?limit=3')).body as { note?: string }[]
  expect(pets.map(({ note }) => note)).toEqual([undefined, 'two', undefined])
})
