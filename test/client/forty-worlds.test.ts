// 40 clients in 40 worlds, while each world is reset, frozen, put under scenarios and read. No client ever sees anything of
// another client's world. The clients and the drivers of the worlds work at the same time, over HTTP.

import { expect, test } from 'vitest'
import { connectSandbox, type SandboxHandle, type WorldHandle } from '../../src/sandbox.ts'
import { start } from '../support/sandbox.ts'

const WORLDS = 40
const ROUNDS = 3
const FIRST_YEAR = 2030

interface Seat {
  readonly index: number
  readonly name: string
  readonly world: WorldHandle
  readonly url: string
  readonly headers: Record<string, string>
}

const seatOf = (index: number, { world, url, key }: SandboxHandle): Seat => {
  const name = `w${index}`
  const headers = { authorization: `Bearer ${key('enterprise', name)}`, 'content-type': 'application/json' }
  return { index, name, world: world(name), url, headers }
}

/** A client creates and lists animals. It sees only its own world, whatever happens to the world in the meantime. */
async function use({ index, name, url, headers }: Seat): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = JSON.stringify({ name: `of-${name}-${round}`, categoryId: index })
    const created = await fetch(`${url}/pets`, { method: 'POST', headers, body })
    const listed = await fetch(`${url}/pets?limit=100`, { headers })
    for (const response of [created, listed]) {
      expect([200, 201, 500, 503]).toContain(response.status)
      // The scenario on each world names this world.
      const forcedBy = response.headers.get('x-forced-by')
      if (response.status >= 500) expect(forcedBy).toBe(name)
      const year = new Date(response.headers.get('date') ?? '').getUTCFullYear()
      expect([new Date().getUTCFullYear(), FIRST_YEAR + index]).toContain(year)
      const text = await response.text()
      for (const [, owner] of text.matchAll(/"of-(w\d+)-/g)) expect(owner).toBe(name)
    }
  }
}

/** Drives the world at the same time. */
async function drive({ index, world, name }: Seat): Promise<void> {
  const now = `${FIRST_YEAR + index}-06-01T00:00:00.000Z`
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await world.clock.set({ now, frozen: true })).toEqual({ now, frozen: true })
    expect(await world.scenarios.put([{ steps: [{ respond: { status: 503, headers: { 'X-Forced-By': name } } }] }])).toHaveLength(1)
    expect((await world.get()).clock).toEqual({ now, frozen: true })
    for (const { id, caller } of await world.requests.list({ wait: 0.02 }))
      expect([id, caller.plan && caller.key]).toEqual([id, `sandbox_enterprise_${name}`])
    await world.scenarios.clear()
    if (round % 2 === 1) expect((await world.reset()).scenarios).toEqual([])
  }
}

/** The events of a world belong to this world. Reads until there were enough events. */
async function watch({ world, name }: Seat): Promise<void> {
  const events = await world.events()
  let seen = 0
  for await (const event of events) {
    if (event.type === 'lost') continue
    expect(event.type === 'changed' ? event.change.world : event.exchange.world).toBe(name)
    seen += 1
    if (seen === 2 * ROUNDS) break
  }
}

test(`${WORLDS} clients in ${WORLDS} worlds never see each other, while all worlds are driven`, async () => {
  const local = await start()
  await using sandbox = await connectSandbox(local.url)
  const seats = Array.from({ length: WORLDS }, (_, index) => seatOf(index, sandbox))
  await Promise.all(seats.flatMap((seat) => [watch(seat), use(seat), drive(seat)]))
  expect((await sandbox.worlds.list()).map(({ name }) => name)).toEqual(seats.map(({ name }) => name).sort())
  for (const { world, name } of seats.slice(0, 5)) {
    await world.reset()
    expect(JSON.stringify(await world.data.get()), name).not.toContain('"of-')
  }
})
