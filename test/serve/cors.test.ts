// Web pages of any origin may call the contract, unless CORS is switched off.

import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'

test('browsers of any origin may read the headers of the sandbox; preflights are neither counted nor recorded', async () => {
  const sandbox = await start()
  const preflight = await fetch(`${sandbox.url}/pets`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
  expect(preflight.headers.get('x-ratelimit-limit')).toBeNull()
  expect(await sandbox.world().requests.list()).toHaveLength(0)
  const refused = await fetch(`${sandbox.url}/pets`, { headers: { origin: 'https://app.example' } })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toBe('*')
})

test('without CORS a preflight is a request like any other', async () => {
  const sandbox = await start({ cors: 'off' })
  const preflight = await fetch(`${sandbox.url}/pets`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(401)
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('browsers of any origin may read the documents, but not the control API', async () => {
  const { origin } = await start()
  const headers = { origin: 'https://app.example' }
  const [document, control] = await Promise.all(['/openapi.yaml', '/_sandbox/'].map((path) => fetch(origin + path, { headers })))
  expect([document?.status, document?.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect([control?.status, control?.headers.get('access-control-allow-origin')]).toEqual([403, null])
})
