// Numbers for Prometheus.

import { expect, test } from 'vitest'
import { startWithClient } from '../support/sandbox.ts'

test('with --metrics the sandbox counts requests and measures itself', async () => {
  const { sandbox, call } = await startWithClient({ metrics: true })
  await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })
  await call('/pets/99')
  await call('/pets', { headers: { 'sandbox-scenario': 'server-error' } })
  const read = () => fetch(`${sandbox.origin}/_sandbox/metrics`)
  await expect.poll(async () => (await read()).text()).toContain('cause="scenario"} 1')
  const response = await read()
  expect(response.headers.get('content-type')).toContain('text/plain')
  const lines = (await response.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'petstore_sandbox_requests_total{operation="createPet",status="201",cause="handler"} 1',
      'petstore_sandbox_requests_total{operation="getPet",status="404",cause="handler"} 1',
      'petstore_sandbox_requests_total{operation="listPets",status="500",cause="scenario"} 1',
      'petstore_sandbox_request_seconds_count{operation="createPet"} 1',
      'petstore_sandbox_worlds 1',
      'petstore_sandbox_unsent_bytes 0',
      'petstore_sandbox_store_commit_seconds_count 1',
      'petstore_sandbox_store_commit_errors_total 0',
      expect.stringMatching(/^petstore_sandbox_journal_bytes [1-9]/),
      expect.stringMatching(/^nodejs_eventloop_lag_seconds /),
    ]),
  )
})

test('without --metrics there are none', async () => {
  const { sandbox } = await startWithClient()
  const response = await fetch(`${sandbox.origin}/_sandbox/metrics`)
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('start it with --metrics')])
})
