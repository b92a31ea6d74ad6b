// A client that misbehaves in many ways, so that the console has something to show. Each reply has another cause.

import { request } from 'node:http'
import type { Sandbox } from '../../../src/sandbox.ts'

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends a request as raw bytes, because fetch could not send some of them. Waits for the end of the connection. */
export function send(sandbox: Pick<Sandbox, 'origin'>, { method = 'GET', path, headers = {}, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(sandbox.origin + path, { method, headers }, (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

export const withKey = (key: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...more })

const JSON_TYPE = { 'content-type': 'application/json', 'user-agent': 'shop/2.1' }

export async function misbehave(sandbox: Sandbox): Promise<void> {
  const key = 'sandbox_free_shop'
  const shop = withKey(key, { 'user-agent': 'shop/2.1' })
  await sandbox.world('tests').scenarios.put([{ name: 'flaky', parameters: { failures: 2 } }])
  const calls: Sent[] = [
    { path: '/v1/pets?limit=5', headers: shop },
    { path: '/v1/pets?limt=2', headers: shop },
    { path: '/v1/pets', headers: withKey('live_4f9a', { 'user-agent': 'shop/2.1' }) },
    { path: '/v1/pets', headers: { 'user-agent': 'curl/8.5.0' } },
    { method: 'POST', path: '/v1/pets', headers: { ...shop, ...JSON_TYPE }, body: '{"name":"Rex","categoryId":9223372036854775807}' },
    { method: 'POST', path: '/v1/pets', headers: { ...shop, ...JSON_TYPE }, body: '{"name":"Rex","categoryId":}' },
    { method: 'POST', path: '/v1/pets', headers: { ...shop, ...JSON_TYPE }, body: '{"nam":"Rex","categoryId":"2"}' },
    { path: '/v1/pets?limit=500', headers: shop },
    { path: '/v1/petz', headers: shop },
    { path: '/v1/pets/1', headers: shop },
    { path: '/~rate-limited,retry-after=5/v1/pets', headers: shop },
    { path: '/~truncated/v1/pets', headers: shop },
    { path: '/~reset/v1/store/orders', headers: shop },
    ...[1, 2, 3].map(() => ({
      path: '/v1/pets?status=sold',
      headers: withKey('sandbox_pro_tests', { 'sandbox-case': '"lists sold animals"', 'user-agent': 'pytest/8' }),
    })),
  ]
  for (const call of calls) await send(sandbox, call)
  await sandbox.world('shop').limits.set('free', { remaining: 1 })
  for (const _ of [1, 2, 3]) await send(sandbox, { path: '/v1/store/orders', headers: shop })
  await sandbox.world('old').clock.set({ now: '2030-12-06T00:00:00Z' })
  await send(sandbox, { path: '/v1/pets/2', headers: withKey('sandbox_business_old') })
}
