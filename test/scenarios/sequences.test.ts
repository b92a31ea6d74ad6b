// Sequences: how many calls a scenario takes, exactly, and when it starts over.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCaller, statusesOf } from '../support/caller.ts'
import { createDirectory } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

test.each([
  ['flaky;failures=2', [500, 500, 200, 500, 500, 200, 500]],
  ['throttled-then-ok', [429, 429, 200, 429]],
  ['key-expires;after=2', [200, 200, 401, 401, 401]],
  ['flaky;failures=1, throttled-then-ok;times=2', [500, 429, 429, 200, 500, 429]],
  ['flaky;failures=1, slow;delay=0', [500, 200, 500, 200]],
  ['flaky;failures=1, flaky;failures=1;on=getPet', [500, 200, 500, 200]],
])('by header a sequence starts over after the real reply: %s', async (scenario, statuses) => {
  const call = createCaller(await start())
  expect(await statusesOf(statuses.length, () => call(scenario))).toEqual(statuses)
})

test('a list by base URL starts over like a list by header', async () => {
  const sandbox = await start()
  const base = `${sandbox.origin}/~flaky,failures=1;throttled-then-ok,times=1/v1`
  const get = () => fetch(`${base}/pets`, { headers: { authorization: `Bearer ${sandbox.key()}` } })
  expect(await statusesOf(5, get)).toEqual([500, 429, 200, 500, 429])
})

test('sequences are counted per call, or per run', async () => {
  const call = createCaller(await start())
  const both = async (scenario: string) => [(await call(scenario)).status, (await call(scenario, { path: '/pets/1' })).status]
  expect(await both('flaky;failures=1')).toEqual([500, 500])
  expect(await both('flaky;failures=1;run=a')).toEqual([500, 200])
})

test('sequences whose calls alternate keep their own counts', async () => {
  const sandbox = await start()
  const call = createCaller(sandbox)
  const byBase = async (words: string) =>
    fetch(`${sandbox.origin}/~${words}/v1/pets`, { headers: { authorization: `Bearer ${sandbox.key('free', 'w1')}` } })
  const seen: number[][] = []
  for (let round = 0; round < 4; round += 1) {
    const answers = [
      await call('flaky;failures=1'),
      await call('flaky;failures=2'),
      await call('throttled-then-ok;times=3'),
      await call('flaky;failures=2', { path: '/pets?limit=3' }),
      await call('flaky;failures=2;run=a'),
      await call('flaky;failures=2;run=a', { path: '/store/orders' }),
      await byBase('flaky,failures=3'),
    ]
    seen.push(answers.map(({ status }) => status))
  }
  expect(seen).toEqual([
    [500, 500, 429, 500, 500, 500, 500],
    [200, 500, 429, 500, 200, 500, 500],
    [500, 200, 429, 200, 500, 200, 500],
    [200, 500, 200, 500, 500, 500, 200],
  ])
})

test('a call to which no step of a run applies does not start the run over', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'once.yaml'), 'summary: x\nsteps:\n  - { times: 1, operations: [listPets], respond: { status: 503 } }\n')
  const call = createCaller(await start({ scenarios: [directory] }))
  const seen = [await call('once;run=a'), await call('once;run=a', { path: '/pets/1' }), await call('once;run=a'), await call('once;run=a')]
  expect(seen.map(({ status }) => status)).toEqual([503, 200, 200, 503])
})

test('by header a sequence of two steps starts over when both are used up', async () => {
  const directory = await createDirectory()
  await writeFile(
    join(directory, 'twice.yaml'),
    'summary: x\nsteps:\n  - { times: 1, respond: { status: 503 } }\n  - { times: 1, respond: { status: 500 } }\n',
  )
  const call = createCaller(await start({ scenarios: [directory] }))
  expect(await statusesOf(5, () => call('twice'))).toEqual([503, 500, 200, 503, 500])
})

test('the parameter on limits a scenario to operations', async () => {
  const call = createCaller(await start())
  expect((await call('server-error;on=createPet')).status).toBe(200)
  expect((await call('server-error;on="createPet listPets"')).status).toBe(500)
})

test('exactly as many of 50 parallel calls fail as the scenario says', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ name: 'flaky', parameters: { failures: 20 } }])
  await sandbox.world('w2').scenarios.put([{ name: 'flaky', parameters: { failures: 3 } }])
  const [one, two] = [createCaller(sandbox, 'w1'), createCaller(sandbox, 'w2')]
  const seen = await Promise.all(Array.from({ length: 50 }, async () => [(await one()).status, (await two()).status]))
  expect(seen.filter(([status]) => status === 500)).toHaveLength(20)
  expect(seen.filter(([, status]) => status === 500)).toHaveLength(3)
})

test('only one of several scenarios on a world answers, and the others keep their steps', async () => {
  const sandbox = await start()
  const put = [
    { name: 'flaky', parameters: { failures: 1 } },
    { name: 'throttled-then-ok', parameters: { times: 1 } },
  ]
  await sandbox.world('w1').scenarios.put(put)
  const call = createCaller(sandbox)
  const seen = [await call(), await call(), await call()]
  expect(seen.map(({ status, headers }) => [status, headers.get('sandbox-cause')])).toEqual([
    [500, 'scenario;name=flaky;step=1'],
    [429, 'scenario;name=throttled-then-ok;step=1'],
    [200, 'handler'],
  ])
})

test('a request that was refused earlier takes no step', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ name: 'flaky', parameters: { failures: 1 } }])
  await sandbox.world('w1').limits.set('free', { remaining: 0 })
  const call = createCaller(sandbox)
  expect((await call()).status).toBe(429)
  await sandbox.world('w1').limits.set('free', { remaining: 2 })
  expect([(await call()).status, (await call()).status]).toEqual([500, 200])
})

test('the same seed gives the same random numbers', async () => {
  const rolls = await Promise.all(
    [1, 2].map(async () => {
      const sandbox = await start({ seed: 5 })
      await sandbox.world('w1').scenarios.put([{ steps: [{ probability: 0.5, respond: { status: 500 } }] }])
      const call = createCaller(sandbox)
      return statusesOf(30, () => call())
    }),
  )
  expect(rolls[0]).toEqual(rolls[1])
  expect(new Set(rolls[0])).toEqual(new Set([200, 500]))
})
