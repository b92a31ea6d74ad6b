// Numbers for Prometheus.

import { expect, test } from 'vitest'
import { startWithClient } from '../../support/sandbox.ts'

// The numbers of requests and worlds stand in test/replies.txt, and all of them in test/record/metrics.txt.
test('with --metrics the sandbox measures itself', async () => {
  const { sandbox, call } = await startWithClient({ metrics: true })
  await call('/pets')
  const read = async () => (await fetch(`${sandbox.origin}/_sandbox/metrics`)).text()
  await expect.poll(read).toMatch(/^petstore_sandbox_journal_bytes [1-9]/m)
  expect(await read()).toMatch(/^petstore_sandbox_unsent_bytes 0$/m)
  // A request from memory takes less than a second, so times are in seconds.
  expect(await read()).toMatch(/^petstore_sandbox_request_seconds_bucket\{le="1",operation="listPets"\} 1$/m)
})

test('without --metrics there are none', async () => {
  const { sandbox } = await startWithClient()
  const response = await fetch(`${sandbox.origin}/_sandbox/metrics`)
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('start it with --metrics')])
})
