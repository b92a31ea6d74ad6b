// Three sandboxes on one Redis, behind HAProxy with the configuration in deploy/.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { createDirectory } from './support/command.ts'
import { findMissing } from './support/machines.ts'
import { startHaproxy, startRedis } from './support/own-machines.ts'
import { connectRaw, head } from './support/raw.ts'
import { start } from './support/sandbox.ts'

const missing = findMissing()
if (missing) process.stderr.write(`deploy: not tested: ${missing}\n`)

/** Three sandboxes behind HAProxy, and a client with a pool of connections. */
async function startAll({ connections = 1, keys = [] as string[], edit = (config: string) => config } = {}) {
  const redis = await startRedis()
  const replicas = await Promise.all([1, 2, 3].map(() => start({ store: redis.url, key: keys })))
  const origin = await startHaproxy(
    replicas.map(({ origin }) => origin),
    edit,
  )
  const pool = new Agent({ connections })
  onTestFinished(() => pool.destroy())
  const call = async (path: string, key: string, options: { method?: 'GET' | 'POST' | 'PUT'; body?: object } = {}) => {
    const { body, method = 'GET' } = options
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await request(`${origin}${path}`, { method, headers, dispatcher: pool, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as unknown }
  }
  return { redis, replicas, origin, call }
}

describe.skipIf(missing !== undefined)('behind HAProxy', () => {
  test('each world stays on one replica, however it is named, and many worlds use all replicas', async () => {
    const { replicas, call } = await startAll({ connections: 4 })
    const names = Array.from({ length: 12 }, (_, index) => `w${index}`)
    const rex = { name: 'Rex', categoryId: 1 }
    for (const name of names) {
      expect((await call('/v1/pets', `sandbox_free_${name}`, { method: 'POST', body: rex })).body).toMatchObject({ id: 16 })
      expect((await call(`/~world=${name}/v1/pets`, 'sandbox_pro', { method: 'POST', body: rex })).body).toMatchObject({ id: 17 })
      for (const [before, left] of Object.entries({ 'case=x,': '298', 'slow,delay=0;': '297' })) {
        const reply = await call(`/~${before}world=${name}/v1/pets/17`, 'sandbox_pro_else')
        expect(reply).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': left } })
      }
      const path = `/_sandbox/worlds/${name}/data`
      expect((await call(path, '')).body).toMatchObject({ pets: { length: 17 } })
    }
    const listed = (await replicas[0]?.worlds.list()) ?? []
    expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(new Set(listed.map(({ replica }) => replica)).size).toBe(3)
    const alive = await Promise.all(replicas.map(async ({ worlds }) => (await worlds.list()).filter((world) => world.alive).length))
    expect(alive.reduce((sum, count) => sum + count, 0)).toBe(12)
  })

  test('an alias goes to the replica of its world, when the map has the alias', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `w${index}`)
    const map = join(await createDirectory(), 'keys.map')
    await writeFile(map, names.map((name) => `my-own-${name} ${name}\n`).join(''))
    const edit = (config: string) =>
      config
        .replace(/^( {4})# (http-request set-var\(txn.world\) .*map_str)/m, '$1$2')
        .replaceAll('/usr/local/etc/haproxy/keys.map', `'${map}'`)
    const { replicas, call } = await startAll({ connections: 4, keys: names.map((name) => `free_${name}:my-own-${name}`), edit })
    for (const name of names) {
      expect((await call('/v1/pets', `my-own-${name}`, { method: 'POST', body: { name, categoryId: 1 } })).body).toMatchObject({ id: 16 })
      const { headers } = await call('/v1/pets/16', `sandbox_free_${name}`)
      expect([headers['x-ratelimit-remaining'], headers['sandbox-warning']]).toEqual(['58', undefined])
    }
    const alive = await Promise.all(replicas.map(async ({ worlds }) => (await worlds.list()).filter((world) => world.alive).length))
    expect(alive.filter((count) => count > 0).length).toBeGreaterThan(1)
    expect(alive.reduce((sum, count) => sum + count, 0)).toBe(names.length)
  })

  test('the limit of a key is counted once: exactly 60 of 100 calls over one pool are served', async () => {
    const { call } = await startAll({ connections: 20 })
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await call('/v1/pets?limit=1', 'sandbox_free_one')).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  })

  test('the scenarios of two worlds over one connection each meet their own world', async () => {
    const { call } = await startAll({ connections: 1 })
    for (const [world, scenario] of [
      ['a', 'server-error'],
      ['b', 'unavailable'],
    ] as const)
      await call(`/_sandbox/worlds/${world}/scenarios`, '', { method: 'PUT', body: [{ name: scenario }] })
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await call('/v1/pets', 'sandbox_free_a')).status).toBe(500)
      expect((await call('/v1/pets', 'sandbox_free_b')).status).toBe(503)
    }
  })

  test('a reply that a fault cuts off arrives as far as the sandbox sent it', async () => {
    const { origin } = await startAll()
    const client = connectRaw(origin)
    client.send(`${head('GET', '/v1/pets', 'sandbox_free_cut')}Sandbox-Scenario: truncated\r\n\r\n`)
    expect(await client.ended).toBe('closed')
    expect(client.text()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('when a replica is killed, its worlds answer on the others, with all their data', async () => {
    const { replicas, call } = await startAll({ connections: 4 })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const name of names) await call('/v1/pets', `sandbox_free_${name}`, { method: 'POST', body: { name, categoryId: 1 } })
    await replicas[0]?.close()
    for (const name of names) expect((await call('/v1/pets/16', `sandbox_free_${name}`)).body).toMatchObject({ name })
  })
})

test('compose and Kubernetes start the replicas that HAProxy knows', async () => {
  const read = (name: string) => readFile(new URL(`../deploy/${name}`, import.meta.url), 'utf8')
  const [config, compose, kubernetes] = await Promise.all(['haproxy.cfg', 'compose.yaml', 'kubernetes.yaml'].map(read))
  const servers = [...String(config).matchAll(/^ {4}server \S+ (\S+):4010 /gm)].map(([, host]) => host)
  expect(servers).toEqual(['sandbox-0.sandbox', 'sandbox-1.sandbox', 'sandbox-2.sandbox'])
  expect([...String(compose).matchAll(/aliases: \[(\S+)\]/g)].map(([, host]) => host)).toEqual(servers)
  expect(kubernetes).toMatch(/serviceName: sandbox\n {2}replicas: 3\n/)
  // One service builds the image, and the others take it without asking a registry.
  const { services } = parse(String(compose), { merge: true }) as { services: Record<string, Record<string, unknown>> }
  const replicas = Object.entries(services).filter(([name]) => name.startsWith('sandbox-'))
  expect(replicas.map(([, { image, pull_policy, build }]) => [image, pull_policy, build])).toEqual([
    ['petstore-sandbox', 'never', '..'],
    ['petstore-sandbox', 'never', undefined],
    ['petstore-sandbox', 'never', undefined],
  ])
})
