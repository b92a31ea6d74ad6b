// The effect `patch`: how large it may make a body.

import { expect, test } from 'vitest'
import { start, startWithClient } from '../support/sandbox.ts'

/** Copies two parts into each other. Each round doubles the size. */
const DOUBLING = Array.from({ length: 48 }, (_, index) => [
  { op: 'copy', from: '/a', path: `/b/${index}` },
  { op: 'copy', from: '/b', path: `/a/${index}` },
]).flat()
const SEEDS = [
  { op: 'add', path: '/a', value: { text: 'x'.repeat(1000) } },
  { op: 'add', path: '/b', value: {} },
]

test('a patch that makes every body too large is refused when it is put', async () => {
  const sandbox = await start()
  const body = JSON.stringify([{ steps: [{ patch: [...SEEDS, ...DOUBLING] }] }])
  const response = await fetch(`${sandbox.origin}/_sandbox/worlds/w1/scenarios`, { method: 'PUT', body })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { detail: 'inline: step 1: the patch makes a body of more than 8388608 bytes' },
  ])
})

test('a patch that makes this body too large is refused when it is played, and does no harm', async () => {
  const { sandbox, call } = await startWithClient()
  const test = { op: 'test', path: '/id', value: 1 }
  await sandbox.world('w1').scenarios.put([{ operations: ['listPets'], steps: [{ patch: [test, ...SEEDS, ...DOUBLING] }] }])
  const before = process.memoryUsage().rss
  expect(await call('/pets?limit=1')).toMatchObject({
    status: 400,
    body: { code: 'invalid_scenario', message: 'the patch makes a body of more than 8388608 bytes' },
  })
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  expect((await call('/pets/1')).status).toBe(200)
})

test('all items of a list share the limit', async () => {
  const { sandbox, call } = await startWithClient()
  const add = (bytes: number) => [{ steps: [{ patch: [{ op: 'add', path: '/note', value: 'x'.repeat(bytes) }] }] }]
  await sandbox.world('w1').scenarios.put(add(500_000))
  expect((await call('/pets')).status).toBe(200)
  await sandbox.world('w1').scenarios.put(add(600_000))
  expect((await call('/pets?limit=10')).status).toBe(200)
  expect(await call('/pets')).toMatchObject({ status: 400, body: { code: 'invalid_scenario' } })
})

test('inherited fields are not changed', async () => {
  const { sandbox, call } = await startWithClient()
  const patch = ['/toString/x', '/hasOwnProperty/call', '/valueOf/y'].map((path) => ({ op: 'add', path, value: 1 }))
  await sandbox.world('w1').scenarios.put([{ steps: [{ patch }] }])
  const { status, headers } = await call('/pets/1', { warned: true })
  expect(status).toBe(200)
  expect(headers.get('sandbox-warning')).toContain('the patch of the scenario does not apply: add /toString/x: nothing is there')
  expect([Object.keys(Object.prototype.toString), typeof Object.prototype.hasOwnProperty.call]).toEqual([[], 'function'])
})

test('a test in a patch is a condition: an item that does not meet it stays as it is, without a warning', async () => {
  const { sandbox, call } = await startWithClient()
  const patch = [
    { op: 'test', path: '/id', value: 2 },
    { op: 'add', path: '/note', value: 'two' },
  ]
  await sandbox.world('w1').scenarios.put([{ steps: [{ patch }] }])
  const pets = (await call('/pets?limit=3')).body as { note?: string }[]
  expect(pets.map(({ note }) => note)).toEqual([undefined, 'two', undefined])
})
