// Trouble as clients that others wrote take it: got, ky and undici, each with its own idea of an error.

import got from 'got'
import ky from 'ky'
import { Agent, fetch as undici } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { EVENT_MS } from './support/patience.ts'
import { start } from './support/sandbox.ts'

const KEY = { authorization: 'Bearer sandbox_enterprise' }

/** Each gives the list of animals, or throws what its user would have to catch. */
const clients: Record<string, (base: string, patience?: number) => Promise<unknown>> = {
  got: (base, patience = EVENT_MS) => got(`${base}/pets`, { headers: KEY, retry: { limit: 0 }, timeout: { request: patience } }).json(),
  ky: (base, patience = EVENT_MS) => ky(`${base}/pets`, { headers: KEY, retry: 0, timeout: patience }).json(),
  undici: async (base, patience = EVENT_MS) => {
    const response = await undici(`${base}/pets`, { headers: KEY, signal: AbortSignal.timeout(patience) })
    if (!response.ok) throw new Error(`status code ${response.status}`)
    return response.json()
  },
}

const troubles: [scenario: string, error: RegExp][] = [
  ['rate-limited', /429/],
  ['rate-limited,window=day', /429/],
  ['bad-gateway', /502/],
  ['closed', /socket hang up|other side closed/i],
  ['reset', /ECONNRESET|fetch failed|socket hang up|network/i],
  ['truncated', /mismatch|aborted|terminated|ECONNRESET|other side closed|socket hang up/i],
  ['truncated,at=0.1', /mismatch|aborted|terminated|ECONNRESET|other side closed|socket hang up/i],
  ['malformed', /JSON/],
  ['hang', /time/i],
]

const everything = async (error: unknown): Promise<string> => {
  const { message = '', code = '', cause } = error as { message?: string; code?: string; cause?: unknown }
  return `${message} ${code} ${cause === undefined ? '' : await everything(cause)}`
}

for (const [name, list] of Object.entries(clients)) {
  test.each(troubles)(`${name} sees %s`, async (scenario, error) => {
    const sandbox = await start()
    // Only a call that hangs is given up.
    const patience = scenario === 'hang' ? 300 : EVENT_MS
    const failure = await list(`${sandbox.origin}/~${scenario}/v1`, patience).then(() => 'nothing', everything)
    expect(failure).toMatch(error)
    expect(await list(sandbox.url)).toHaveLength(15)
  })
}

/** How long a client waits for more of a body before it gives up. */
const READ_MS = 100

const creators: Record<string, (base: string, pet: object) => Promise<unknown>> = {
  got: (base, json) =>
    got.post(`${base}/pets`, { headers: KEY, json, retry: { limit: 0 }, timeout: { request: EVENT_MS, read: READ_MS } }).json(),
  undici: async (base, pet) => {
    const dispatcher = new Agent({ bodyTimeout: READ_MS })
    onTestFinished(() => dispatcher.destroy())
    const headers = { ...KEY, 'content-type': 'application/json' }
    const response = await undici(`${base}/pets`, { method: 'POST', headers, body: JSON.stringify(pet), dispatcher })
    return response.json()
  },
}

const REX = { name: 'Rex', categoryId: 1 }
/** Fits in no buffer on the way. */
const LARGE = { ...REX, name: 'x'.repeat(16 * 1024 * 1024) }

for (const [name, create] of Object.entries(creators)) {
  test(`${name} sees the end of the connection while it sends`, async () => {
    const sandbox = await start()
    const failure = await create(`${sandbox.origin}/~half-request/v1`, LARGE).then(() => 'nothing', everything)
    expect(failure).toMatch(/ECONNRESET|EPIPE|other side closed/)
    expect((await sandbox.world().data.get()).pets).toHaveLength(15)
  })

  test(`${name} gives up a body that stalls`, async () => {
    const sandbox = await start()
    const failure = await create(`${sandbox.origin}/~stall/v1`, REX).then(() => 'nothing', everything)
    expect(failure).toMatch(/Timeout awaiting 'read'|Body Timeout/)
    await expect.poll(async () => (await sandbox.world().requests.list())[0]).toMatchObject({ delivered: 'part', reply: { status: 201 } })
  })
}

test('got retries as the sandbox asks, and succeeds', async () => {
  const sandbox = await start()
  const pets = await got(`${sandbox.origin}/~throttled-then-ok,times=1,retry-after=1/v1/pets`, { headers: KEY, retry: { limit: 2 } }).json()
  expect(pets).toHaveLength(15)
  const [refused, served] = await sandbox.world().requests.list()
  expect(served?.arrived.real).toBeGreaterThanOrEqual((refused?.replied?.real ?? 0) + 950)
})
