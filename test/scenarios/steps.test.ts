// The order of a scenario's steps, and several scenarios that are played together.

import { describe, expect, test } from 'vitest'
import { startWithClient } from '../support/sandbox.ts'

type Steps = readonly Readonly<Record<string, unknown>>[]

const fail = (status: number, more: object = {}) => ({ ...more, respond: { status } })

async function play(steps: Steps, paths: readonly string[]): Promise<number[]> {
  const { sandbox, call } = await startWithClient({ seed: 3 })
  await sandbox.world('w1').scenarios.put([{ steps }])
  const seen: number[] = []
  for (const path of paths) seen.push((await call(path)).status)
  return seen
}

const LIST = '/pets'
const GET = '/pets/1'

describe('a call goes to the first step that is not used up and that applies to it', () => {
  test.each<[string, Steps, string[], number[]]>([
    ['in order', [fail(500, { times: 1 }), fail(503, { times: 1 })], [LIST, LIST, LIST], [500, 503, 200]],
    [
      'and skips steps of other operations',
      [fail(500, { times: 1, operations: ['getPet'] }), fail(503, { times: 1 })],
      [LIST, LIST, GET, GET],
      [503, 200, 500, 200],
    ],
    [
      'and each operation goes through its own steps',
      [fail(500, { times: 2, operations: ['getPet'] }), fail(503, { times: 1, operations: ['listPets'] })],
      [GET, LIST, GET, LIST, GET],
      [500, 503, 500, 200, 200],
    ],
    ['and skips steps that it misses by chance', [fail(500, { probability: 0 }), fail(503)], [LIST, LIST], [503, 503]],
    ['and skips steps that when leaves out', [fail(500, { when: false }), fail(503)], [LIST], [503]],
    ['a step without times is never used up', [fail(500), fail(503)], [LIST, LIST, LIST], [500, 500, 500]],
    ['a call that no step takes gets the real reply', [fail(500, { operations: ['getPet'] })], [LIST, GET], [200, 500]],
  ])('%s', async (_title, steps, paths, statuses) => {
    expect(await play(steps, paths)).toEqual(statuses)
  })

  test('a call that misses a step by chance goes to the next step', async () => {
    const { sandbox, call } = await startWithClient({ seed: 3 })
    await sandbox.world('w1').scenarios.put([{ steps: [fail(503, { probability: 0.5 }), { headers: { 'X-Late': '1' } }] }])
    const seen = new Set<string>()
    for (let index = 0; index < 30; index += 1) {
      const { status, headers } = await call(LIST)
      seen.add(`${status} ${headers.get('x-late')} ${headers.get('sandbox-cause')?.slice(-6)}`)
    }
    expect(seen).toEqual(new Set(['503 null step=1', '200 1 step=2']))
  })
})

test('the world says how many calls a scenario took, and when it is over', async () => {
  const { sandbox, call } = await startWithClient()
  const { scenarios } = sandbox.world('w1')
  await scenarios.put([{ name: 'flaky', parameters: { failures: 1 } }, { name: 'low-remaining' }])
  expect(await scenarios.get()).toMatchObject([
    { name: 'flaky', met: 0, over: false },
    { name: 'low-remaining', met: 0, over: false },
  ])
  await call(LIST)
  await call(LIST)
  expect(await scenarios.get()).toMatchObject([
    { name: 'flaky', met: 1, over: true },
    { name: 'low-remaining', met: 2, over: false },
  ])
})

test('the header wins over the base URL if it applies to the operation', async () => {
  const { sandbox } = await startWithClient()
  const statusOf = async (scenario: string) =>
    (
      await fetch(`${sandbox.origin}/~unavailable/v1/pets`, {
        headers: { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'sandbox-scenario': scenario },
      })
    ).status
  expect(await statusOf('server-error')).toBe(500)
  expect(await statusOf('server-error;on=getPet')).toBe(503)
})
test.each([
  ['more than 100 scenarios', Array.from({ length: 101 }, () => ({ name: 'slow' })), /more than 100 scenarios/],
  ['more than 1,000 steps', [{ steps: Array.from({ length: 1001 }, () => ({ delay: 0 })) }], /1001 steps: at most 1000/],
])('%s on a world are refused', async (_title, scenarioRequests, message) => {
  const { sandbox } = await startWithClient()
  await expect(sandbox.world('w1').scenarios.put(scenarioRequests)).rejects.toThrow(message)
  expect(await sandbox.world('w1').scenarios.get()).toEqual([])
})

test('a sequence with a long query is counted like any other', async () => {
  const { call } = await startWithClient()
  const path = `/pets?x=${'a'.repeat(5000)}`
  const options = { headers: { 'sandbox-scenario': 'flaky;failures=2' }, warned: true }
  const seen: number[] = []
  for (let index = 0; index < 4; index += 1) seen.push((await call(path, options)).status)
  expect(seen).toEqual([500, 500, 200, 500])
})
