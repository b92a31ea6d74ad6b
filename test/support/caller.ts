// A client for forced replies: it asks for scenarios by header, and does not check the replies.

import { expect } from 'vitest'
import type { Sandbox } from '../../src/sandbox.ts'

export interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Call {
  readonly path?: string
  readonly method?: string
  readonly body?: string
}

export type Caller = (scenario?: string, call?: Call) => Promise<Seen>

/** A call that creates an animal. */
export const REX = { method: 'POST', body: '{"name":"Rex","categoryId":1}' }

/** Calls with a key of the plan Free. */
export function createCaller(sandbox: Sandbox, world = 'w1'): Caller {
  return async (scenario, { path = '/pets', method = 'GET', body } = {}) => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.key('free', world)}`,
        'content-type': 'application/json',
        ...(scenario !== undefined && { 'sandbox-scenario': scenario }),
      },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

/** Makes this many calls, one after the other, and gives their statuses. */
export async function statusesOf(count: number, give: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const seen: number[] = []
  for (let index = 0; index < count; index += 1) seen.push((await give()).status)
  return seen
}

/** How many animals the world w1 has. */
export const countPets = async (sandbox: Sandbox) => (await sandbox.world('w1').data.get()).pets?.length

/** The last exchange of the world w1, once its reply or its fault has begun. */
export const playedOf = (sandbox: Sandbox) => lastOf(sandbox, 'replied')

/** The last exchange of the world w1, once it is over. */
export const closedOf = (sandbox: Sandbox) => lastOf(sandbox, 'closed')

async function lastOf(sandbox: Sandbox, field: 'replied' | 'closed') {
  const world = sandbox.world('w1')
  await expect.poll(async () => (await world.requests.list()).at(-1)?.[field]).toBeDefined()
  return (await world.requests.list()).at(-1) ?? expect.unreachable('the journal is empty')
}
