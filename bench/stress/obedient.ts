// The clients of `obedient`: they call at full rate, and obey the rate-limit headers. The sandbox must not refuse such a client after
// its wait, and must not ban it.

import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from './sockets.ts'

const CLIENTS = 20
const LIMIT = { minute: { limit: 5, seconds: 2 } }

/** Each client has a world of its own. Half of them obey `X-RateLimit-Reset`, the others `Retry-After`. */
export async function obeyHeaders(origin: string): Promise<string> {
  const until = Date.now() + PATIENCE_MS
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      // So the clients begin at different phases of the second.
      await sleep((1000 / CLIENTS) * index)
      return obey(origin, index, until)
    }),
  )
  return `waited ${counts.reduce((sum, count) => sum + count, 0)} times, and was served each time`
}

async function obey(origin: string, index: number, until: number): Promise<number> {
  const world = `obedient${index}`
  const limits = await fetch(`${origin}/_sandbox/worlds/${world}/limits/free`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(LIMIT),
  })
  if (limits.status !== 200) throw new Error(`the limits were not set: ${limits.status}`)
  let waits = 0
  let hasWaited = false
  while (Date.now() < until) {
    const { status, headers } = await call(origin, world)
    if (status === 200) hasWaited = false
    else if (status !== 429 || hasWaited || headers.get('sandbox-cause') === 'ban')
      throw new Error(`a client that had waited got ${status}, ${headers.get('sandbox-cause')}`)
    else {
      await sleep(
        index % 2 === 0 ? Number(headers.get('x-ratelimit-reset')) * 1000 - Date.now() : Number(headers.get('retry-after')) * 1000,
      )
      // A timer may end a moment early.
      await sleep(2)
      waits += 1
      hasWaited = true
    }
  }
  return waits
}

async function call(origin: string, world: string): Promise<Response> {
  const response = await fetch(`${origin}/v1/pets/1`, { headers: { authorization: `Bearer sandbox_free_${world}` } })
  await response.arrayBuffer()
  return response
}
