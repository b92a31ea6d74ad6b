// The report over real HTTP. Calls are judged when they end, and stay in the report.

import { expect, test } from 'vitest'
import { FORMATS } from '../../src/examine/formats/formats.ts'
import type { Report } from '../../src/ground/generated/report.ts'
import type { Sandbox } from '../../src/sandbox.ts'
import { createClient, start, startWithClient } from '../support/sandbox.ts'
import { stopClock } from '../support/still-clock.ts'
import { checkReport, findingsOf, ruleOf } from './rules/standing.ts'

const REX = { method: 'POST', body: { name: 'Rex', categoryId: 1 } }

async function fetchReport(sandbox: Sandbox, path = '/report'): Promise<Report> {
  const response = await fetch(`${sandbox.origin}/_sandbox${path}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  return checkReport((await response.json()) as Report)
}

test('a sandbox that was never called fails', async () => {
  const sandbox = await start()
  const report = await fetchReport(sandbox)
  expect(report).toMatchObject({ verdict: 'failed', facts: { exchanges: 0, worlds: [], calls: [] } })
  expect(new Set(report.rules.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']))
})

test('a client that breaks no rule passes', async () => {
  const { sandbox, call } = await startWithClient()
  for (let index = 0; index < 3; index += 1) await call('/pets', { headers: { 'user-agent': 'pet-client/1' } })
  const report = await fetchReport(sandbox)
  expect(report).toMatchObject({ verdict: 'passed', reasons: [], version: 3, facts: { exchanges: 3, worlds: ['w1'] } })
  expect(ruleOf(report, 'key-not-in-url').verdict).toBe('clear')
  const shown = report.rules.filter(({ verdict }) => verdict === 'shown').map(({ rule }) => rule)
  expect(shown).toEqual(['authenticates'])
  expect(report.facts.assumptions).toEqual(['order'])
})

test('a client that comes back too early is advised, in the report of its world, of all worlds and of the library', async () => {
  const { sandbox, call } = await startWithClient()
  for (let index = 0; index < 2; index += 1)
    await call('/pets', { headers: { 'sandbox-scenario': 'throttled-then-ok;times=1', 'sandbox-case': 'waits' } })
  await createClient(sandbox, sandbox.key('free', 'w2'))('/pets?key=sandbox_free_w2', { warned: true })
  const all = await fetchReport(sandbox)
  const [finding] = findingsOf(all, 'honours-retry-after')
  expect(finding).toMatchObject({ level: 'advice', from: 'pattern', operation: 'listPets', count: 1 })
  expect(finding?.observed).toMatch(/^2 equal calls within [\d.]+ m?s: req_\w+ to req_\w+$/)
  expect(finding?.prove).toBe('petstore-sandbox inject --only listPets --faults rate-limited -- <your tests>')
  const requests = await sandbox.world('w1').requests.list()
  expect(finding?.evidence.map(({ request }) => request)).toEqual(requests.map(({ id }) => id))
  expect(all.facts.calls).toMatchObject([{ world: 'w1', case: 'waits', outcome: 'succeeded', tries: [{ status: 429 }, { status: 200 }] }])
  expect(all).toMatchObject({ verdict: 'failed', reasons: [expect.stringMatching(/^key-not-in-url · GET \/v1\/pets/)] })
  expect(await sandbox.report()).toMatchObject({ verdict: 'failed', facts: { worlds: ['w1', 'w2'] } })
  expect((await fetchReport(sandbox, '/worlds/w1/report')).verdict).toBe('passed')
  expect((await fetchReport(sandbox, '/worlds/w2/report')).verdict).toBe('failed')
  expect((await sandbox.world('w1').report()).facts.worlds).toEqual(['w1'])
})

test('the report stays after a reset, after a cleared journal and after the world; only DELETE clears it', async () => {
  const { sandbox, call } = await startWithClient()
  const world = sandbox.world('w1')
  await call('/pets?limit=0')
  await world.reset()
  await world.requests.clear()
  await call('/pets?limit=0')
  expect(findingsOf(await fetchReport(sandbox), 'valid-requests')).toMatchObject([{ count: 2 }])
  await world.delete()
  expect(findingsOf(await fetchReport(sandbox, '/worlds/w1/report'), 'valid-requests')).toMatchObject([{ count: 2 }])
  await createClient(sandbox, sandbox.key('free', 'w2'))('/pets?limit=0')
  expect((await fetch(`${sandbox.origin}/_sandbox/worlds/w1/report`, { method: 'DELETE' })).status).toBe(204)
  expect((await fetchReport(sandbox)).facts.worlds).toEqual(['w2'])
  expect((await fetch(`${sandbox.origin}/_sandbox/worlds/w1/report`)).status).toBe(404)
  await sandbox.clearReport()
  expect(await fetchReport(sandbox)).toMatchObject({ facts: { exchanges: 0, worlds: [] } })
})

test('the report says that the base path is missing in the base URL', async () => {
  const sandbox = await start()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}` }
  for (const path of ['/healthz', '/pets?limit=2', '/pets']) expect((await fetch(sandbox.origin + path, { headers })).status).toBe(404)
  const report = await fetchReport(sandbox)
  expect(report).toMatchObject({
    facts: { exchanges: 0 },
    reasons: ['3 calls came to paths outside the base URL, for example GET /pets: add /v1 to the base URL of the client'],
  })
  await sandbox.clearReport()
  expect((await fetchReport(sandbox)).reasons).toEqual([expect.stringMatching(/^No call of a client has ended/)])
})

test('a client whose key is never accepted fails, and the report says nothing good about it', async () => {
  const { sandbox } = await startWithClient()
  const headers = { authorization: 'Bearer not-a-key', 'user-agent': 'pet-client/1' }
  for (let index = 0; index < 3; index += 1) expect((await fetch(`${sandbox.url}/pets`, { headers })).status).toBe(401)
  const report = await fetchReport(sandbox)
  expect(report.reasons).toEqual([expect.stringMatching(/: none of the 3 calls had a key of the sandbox; 3 had another key$/)])
  expect(ruleOf(report, 'authenticates').verdict).toBe('broken')
})

test('the text counts the failed calls that a test announced, and says how to replace a call by id', async () => {
  const { sandbox, call } = await startWithClient()
  await call('/pets/98')
  await call('/pets/99', { headers: { 'sandbox-case': 'looks;expect=404' } })
  const report = await fetchReport(sandbox)
  expect(report.facts.calls.map(({ announced }) => announced)).toEqual([undefined, true])
  expect(FORMATS.text.render(report)).toContain('Calls that failed, without their repetitions: 2, 1 of them announced with expect;')
  expect(findingsOf(report, 'no-deprecated-calls')[0]?.fix).toBe('Use /v1/pets instead. It has no petId: follow its pages.')
})

test('the list of failed calls says which replies were broken', async () => {
  const { sandbox } = await startWithClient()
  const headers = { authorization: 'Bearer sandbox_free', 'sandbox-scenario': 'truncated' }
  await expect(fetch(`${sandbox.url}/pets`, { headers }).then((reply) => reply.text())).rejects.toThrow()
  expect(FORMATS.text.render(await fetchReport(sandbox))).toContain('\n  GET /v1/pets  broken 200\n')
})

test('of many equal calls of a deprecated operation, three are evidence', async () => {
  const { sandbox, call } = await startWithClient()
  for (let count = 0; count < 5; count += 1) await call('/pets/1')
  const [finding] = findingsOf(await fetchReport(sandbox), 'no-deprecated-calls')
  expect(finding?.evidence).toHaveLength(3)
})

test('coverage counts documented responses, and names the causes of missing responses', async () => {
  const { sandbox, call } = await startWithClient()
  await call('/pets')
  await call('/pets', { headers: { 'sandbox-scenario': 'unauthorized' } })
  await call('/pets?limit=0')
  const { coverage } = await sandbox.report()
  const of = (id: string) => coverage.operations.find(({ operationId }) => operationId === id)
  expect(of('listPets')?.responses).toEqual([
    { status: '200', met: 1, optional: false },
    { status: '400', met: 1, optional: true },
    { status: '401', met: 1, optional: false },
    { status: '413', met: 0, optional: true, reachWith: 'Prefer: code=413' },
    { status: '429', met: 0, optional: false, reachWith: 'Sandbox-Scenario: rate-limited' },
    { status: '500', met: 0, optional: true, reachWith: 'Sandbox-Scenario: server-error' },
    { status: '503', met: 0, optional: true, reachWith: 'Sandbox-Scenario: unavailable' },
  ])
  expect(of('getPet')).toMatchObject({ deprecated: true })
  expect(of('getPet')?.responses.map(({ status, optional, reachWith }) => [status, optional, reachWith])).toContainEqual([
    '404',
    true,
    'Sandbox-Scenario: not-found',
  ])
  expect(of('createPet')?.responses).toContainEqual({
    status: '201',
    met: 0,
    optional: false,
    reachWith: 'a valid POST /v1/pets',
  })
  const counted = coverage.operations.flatMap(({ deprecated, responses }) =>
    deprecated ? [] : responses.filter(({ optional }) => !optional),
  )
  // listPets 200 and 401
  expect(counted.filter(({ met }) => met > 0)).toHaveLength(2)
  expect(coverage.percent).toBeCloseTo((2 / counted.length) * 100, 0)
  const calls = { listPets: ['/pets'], createPet: ['/pets', REX], getPet: ['/pets/1'], listOrders: ['/store/orders'] } as const
  for (const [operationId, [path, init]] of Object.entries(calls))
    for (const { status, reachWith = '' } of of(operationId)?.responses ?? []) {
      const [, scenario] = /^Sandbox-Scenario: (.+)$/.exec(reachWith) ?? []
      if (scenario === undefined) continue
      const answer = await call(path, { ...init, headers: { 'sandbox-scenario': scenario } })
      expect([operationId, answer.status]).toEqual([operationId, Number(status)])
    }
})

test('a creation that is sent again after a reset connection is found', async () => {
  const { sandbox } = await startWithClient()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'content-type': 'application/json' }
  const create = () => fetch(`${sandbox.origin}/~lost-reply/v1/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
  await create().catch(create)
  const report = await sandbox.report()
  expect(ruleOf(report, 'no-blind-create-retry').verdict).toBe('advised')
  expect(report.balance).toEqual([{ items: 'pets', world: 'w1', told: 1, untold: 1 }])
  expect(report.facts.calls).toMatchObject([{ outcome: 'succeeded', tries: [{ status: 0 }, { status: 201 }] }])
})

test('the timeline has a hanging call that the client ended', async () => {
  using clock = stopClock()
  const { sandbox } = await startWithClient()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}` }
  const patience = new AbortController()
  const call = fetch(`${sandbox.origin}/~hang/v1/pets`, { headers, signal: patience.signal })
  await expect.poll(async () => (await sandbox.requests.list()).length).toBe(1)
  // Less than 300 milliseconds are no wait.
  clock.wait(300)
  patience.abort()
  await expect(call).rejects.toThrow('aborted')
  await expect.poll(async () => (await sandbox.report()).facts.calls).toMatchObject([{ outcome: 'failed', tries: [{ status: 0 }] }])
})
