// Sends mixed calls at full rate: reads, creations, refused requests, forced errors, many worlds, and calls of the control API.

import { Agent, request } from 'node:http'
import { KEY } from '../targets.ts'

const CONNECTIONS = 16
const WORLDS = 50

interface Kind {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The kinds of calls, in turn. `count` is the number of the call. */
const KINDS: readonly ((count: number) => Kind)[] = [
  () => ({ method: 'GET', path: '/v1/pets/5' }),
  () => ({ method: 'GET', path: '/v1/pets?limit=20' }),
  (count) => ({ method: 'POST', path: '/v1/pets', body: JSON.stringify({ name: `Rex ${count}`, categoryId: count }) }),
  () => ({ method: 'POST', path: '/v1/pets', body: '{"name":null}' }),
  () => ({ method: 'GET', path: '/v1/store/orders' }),
  (count) => ({ method: 'GET', path: `/v1/pets?limit=5&status=sold&strange${count}=1` }),
  () => ({ method: 'GET', path: '/v1/pets', headers: { 'sandbox-scenario': 'rate-limited' } }),
  (count) => ({ method: 'GET', path: `/~flaky,failures=1/v1/pets/${count % 30}` }),
  () => ({ method: 'GET', path: '/v1/pets', headers: { authorization: 'Bearer wrong' } }),
  () => ({ method: 'GET', path: '/v1/nowhere' }),
]
/** Worlds are reset now and then, as test suites do, so that their data does not grow. */
const RESET_EVERY = 20_000

export async function endurance(origin: string, minutes: number): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const until = performance.now() + minutes * 60_000
  let count = 0
  async function work(): Promise<void> {
    while (performance.now() < until) {
      count += 1
      const world = `w${count % WORLDS}`
      if (count % RESET_EVERY < WORLDS) await call(origin, agent, { method: 'POST', path: `/_sandbox/worlds/${world}/reset` }, world)
      else await call(origin, agent, (KINDS[count % KINDS.length] as (count: number) => Kind)(count), world)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  agent.destroy()
  return `sent ${count.toLocaleString('en')} requests`
}

function call(origin: string, agent: Agent, { method, path, body, headers }: Kind, world: string): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${origin}${path}`, {
      agent,
      method,
      headers: { authorization: `Bearer ${KEY}_${world}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    })
    sent.on('response', (response) => response.resume().on('close', resolve))
    sent.on('error', () => resolve())
    sent.end(body)
  })
}
