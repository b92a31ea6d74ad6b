// The layer of faults that is given at start: what it meets, and that nothing takes its fault away.

import { expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../../../src/ground/generated/control.ts'
import { startSandbox } from '../../../src/sandbox.ts'
import type { FaultLayer } from '../../../src/scenarios/scenario.ts'

async function start(faults: FaultLayer) {
  const sandbox = await startSandbox({ faults })
  onTestFinished(sandbox.close)
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${sandbox.key()}`, 'content-type': 'application/json', ...init.headers }
    const response = await fetch(sandbox.url + path, { ...init, headers })
    return { status: response.status, body: await response.json() }
  }
  return { sandbox, call }
}

test('a fault meets its call after a reset, a scenario and a switch, and uses up no step of them', async () => {
  const { sandbox, call } = await start({
    scenarioFor: ({ request }) => (request.path === '/v1/pets' ? { name: 'unavailable' } : undefined),
  })
  await sandbox.world().scenarios.put([{ name: 'flaky' }])
  await sandbox.world().reset()
  await sandbox.world().scenarios.put([{ name: 'flaky' }])
  expect((await call('/pets', { headers: { 'sandbox-scenario': 'not-found' } })).status).toBe(503)
  expect((await call('/pets')).status).toBe(503)
  expect(await sandbox.world().scenarios.get()).toMatchObject([{ name: 'flaky', met: 0 }])
  expect((await call('/store/orders')).status).toBe(500)
})

test('the layer sees the body of the request, and a fault that only delays or changes leaves other scenarios in place', async () => {
  const bodies: unknown[] = []
  const scenarioFor = ({ request }: Exchange) => {
    bodies.push(request.body?.text)
    return { name: 'new-fields' }
  }
  const { call } = await start({ scenarioFor })
  const body = '{"name":"Rex","categoryId":1}'
  expect(await call('/pets', { method: 'POST', body })).toMatchObject({ status: 201, body: { name: 'Rex', nickname: 'Sunny' } })
  expect((await call('/pets', { headers: { 'sandbox-scenario': 'not-found' } })).status).toBe(404)
  expect(bodies).toEqual([body, undefined])
})

test('a refused request gets its refusal, and the layer is told of it', async () => {
  const seen: string[] = []
  const scenarioFor = ({ id }: Exchange) => {
    seen.push(id)
    return { name: 'unavailable' }
  }
  const { call } = await start({ scenarioFor })
  expect((await call('/pets', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  expect(seen).toHaveLength(1)
})
