// Refusals of the control API, other than wrong bodies.

import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'

test('an unknown call of the control API is also refused with a problem', async () => {
  const sandbox = await start()
  for (const [path, method, status] of [
    ['/_sandbox/health', 'POST', 405],
    ['/_sandbox/nope', 'GET', 404],
  ] as const) {
    const response = await fetch(sandbox.origin + path, { method })
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
    expect(await response.json()).toMatchObject({ status, detail: expect.any(String) })
  }
})

test('a web page of another origin cannot drive the control API', async () => {
  const sandbox = await start()
  const response = await fetch(`${sandbox.origin}/_sandbox/scenarios`, { headers: { origin: 'https://evil.example' } })
  expect(response.status).toBe(403)
})
