// Damaged requests, byte by byte: the sandbox stays alive, fails with no 5xx, and keeps the contract.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../src/sandbox.ts'
import { endRaw, type RawReply, repliesIn } from '../support/raw.ts'
import { checkReply, start } from '../support/sandbox.ts'
import { patience, settings } from './length.ts'
import { mutated } from './mutation.ts'

/** The client asked for a part of HTTP that the sandbox does not have. */
const CLIENTS_FAULT = [501, 505]
const MAX_GROWTH = 256 * 1024 * 1024

/** A reply with a request id is in the journal, which names its operation. */
async function check(sandbox: Sandbox, { status, headers, body }: RawReply): Promise<void> {
  expect(status < 500 || CLIENTS_FAULT.includes(status), `${status}: ${body}`).toBe(true)
  const id = headers.get('sandbox-request-id')
  if (id === null) return
  const recorded = await sandbox.requests.find(id)
  expect(recorded, 'the journal has the exchange').toBeDefined()
  const { path = '', method = '' } = recorded?.request ?? {}
  if (method === 'HEAD') return
  // A request that breaks the rules of HTTP calls no operation.
  checkReply({ status, headers, text: body }, headers.get('sandbox-cause') === 'http' ? '' : path, method)
}

test(
  'damaged requests',
  async () => {
    const sandbox = await start({ maxWorlds: 50 })
    const { origin } = new URL(sandbox.url)
    const before = process.memoryUsage().heapUsed
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(mutated, async (bytes) => {
        for (const reply of repliesIn(await endRaw(origin, bytes))) {
          if (reply.status === 100) continue
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          await check(sandbox, reply)
        }
      }),
      settings(200),
    )
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 429]))
    expect((await fetch(`${origin}/_sandbox/health`)).status).toBe(200)
    expect((await fetch(`${sandbox.url}/pets/1`, { headers: { authorization: 'Bearer sandbox_free_fresh' } })).status).toBe(200)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_GROWTH)
  },
  patience,
)
