// Several sandboxes on one Redis, without a balancer.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prepareCertificate } from '../../src/serve/certificate.ts'
import { createDirectory } from '../support/command.ts'
import { POST_REX } from '../support/data-directory.ts'
import { hasRedis } from '../support/machines.ts'
import { startRedis } from '../support/own-machines.ts'
import { start } from '../support/sandbox.ts'

interface Pet {
  readonly id: number
  readonly name: string
}

/** A client that does not look at the journal, which begins anew when another sandbox has the world. */
function createCaller({ url }: { readonly url: string }, world: string) {
  return async (path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) => {
    const headers = { authorization: `Bearer sandbox_free_${world}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
  }
}

/** Two sandboxes on one Redis, their logs, and clients of their world w1. */
async function startTwo() {
  const redis = await startRedis()
  const lines: string[] = []
  const log = { format: 'text' as const, write: (text: string) => lines.push(text) }
  const replicas = [await start({ store: redis.url, limits: 'off', log }), await start({ store: redis.url, limits: 'off', log })] as const
  const calls = replicas.map((sandbox) => createCaller(sandbox, 'w1'))
  const [one, other] = [calls[0] as (typeof calls)[0], calls[1] as (typeof calls)[0]]
  return { redis, replicas, one, other, calls, said: () => lines.join('') }
}

describe.skipIf(!hasRedis)('sandboxes on one Redis', () => {
  test('called in turn for one world give no id twice, and no reader sees an id with two names', async () => {
    const { calls, redis } = await startTwo()
    const names = new Map<number, string>()
    const see = ({ id, name }: Pet) => {
      expect(names.get(id) ?? name).toBe(name)
      names.set(id, name)
    }
    const created: number[] = []
    let isOver = false
    const read = async () => {
      for (let turn = 0; !isOver; turn += 1) {
        const { status, body } = await (calls[turn % 2] as (typeof calls)[0])('/pets?limit=100')
        expect(status).toBe(200)
        for (const pet of body as Pet[]) see(pet)
      }
    }
    const write = async (writer: number) => {
      for (let turn = 0; turn < 12; turn += 1) {
        const { status, body } = await (calls[(turn + writer) % 2] as (typeof calls)[0])('/pets', {
          method: 'POST',
          body: { name: `w${writer}-${turn}`, categoryId: 1 },
        })
        expect(status).toBe(201)
        see(body as Pet)
        created.push((body as Pet).id)
      }
    }
    const reader = read()
    await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
    isOver = true
    await reader
    expect(new Set(created).size).toBe(72)
    const later = await start({ store: redis.url })
    const pets = new Map((await later.world('w1').data.get()).pets?.map(({ id, name }) => [id, name]))
    expect(pets.size).toBe(15 + 72)
    for (const [id, name] of names) expect(pets.get(id)).toBe(name)
  })

  test('a change on one is there on the other; its session starts anew there, and the log and the next reply say so', async () => {
    const { replicas, one, other, said } = await startTwo()
    await one('/pets', POST_REX)
    await replicas[0].world('w1').clock.set({ now: '2031-01-01T00:00:00Z', frozen: true })
    await expect.poll(async () => (await other('/pets/16')).status).toBe(200)
    expect((await other('/pets', POST_REX)).body).toMatchObject({ id: 17 })
    const back = await one('/pets/17')
    expect(back.status).toBe(200)
    expect(back.headers.get('sandbox-warning')).toContain('another replica had this world in the meantime')
    await expect.poll(said).toContain('world w1: another replica had this world in the meantime: its clock, limits')
    expect((await replicas[0].world('w1').clock.get()).frozen).toBe(false)
    expect((await one('/pets/17')).headers.get('sandbox-warning')).toBeNull()
  })

  test('a world that one deletes begins with the fixtures on the other, and the log and the next reply say so', async () => {
    const { replicas, one, other, said } = await startTwo()
    for (let count = 0; count < 3; count += 1) await one('/pets', POST_REX)
    expect((await other('/pets/18')).status).toBe(200)
    await replicas[0].world('w1').delete()
    await expect.poll(async () => (await other('/pets/16')).status).toBe(404)
    const again = await other('/pets', POST_REX)
    expect(again.body).toMatchObject({ id: 16 })
    await expect.poll(said).toContain('world w1: the store does not have this world any more: it starts anew with the fixtures')
    expect((await one('/pets/16')).status).toBe(200)
  })

  test('each world names its replica; a reset of all worlds spares the worlds of others', async () => {
    const { replicas } = await startTwo()
    for (const [index, name] of ['a', 'b'].entries()) await replicas[index as 0 | 1].world(name).data.remove('pets', 1)
    const before = await replicas[0].worlds.list()
    expect(before.map(({ name, alive }) => [name, alive])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(new Set(before.map(({ replica }) => replica)).size).toBe(2)
    await replicas[0].worlds.reset()
    expect((await replicas[0].world('a').data.get()).pets).toHaveLength(15)
    expect((await replicas[1].world('b').data.get()).pets).toHaveLength(14)
  })

  test('while Redis is away changes get 503, reads go on, health says why, and everything recovers', async () => {
    const { redis, replicas, one } = await startTwo()
    const health = () => fetch(`${replicas[0].origin}/_sandbox/health`)
    expect((await one('/pets', POST_REX)).status).toBe(201)
    await redis.kill()
    const refused = await one('/pets', POST_REX)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await one('/pets/16')).status).toBe(200)
    expect((await one('/pets/17')).status).toBe(404)
    const sick = await health()
    expect([sick.status, await sick.json()]).toEqual([
      503,
      expect.objectContaining({ detail: expect.stringMatching(/redis:\/\/127.*cannot be reached/) }),
    ])
    const lost = await createCaller(replicas[0], 'other')('/pets')
    expect(lost).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await redis.start()
    await expect.poll(async () => (await health()).status).toBe(200)
    expect(await (await health()).json()).not.toHaveProperty('damaged')
    expect((await one('/pets', POST_REX)).body).toMatchObject({ id: 17 })
  })

  test.skipIf(process.platform === 'win32')('while Redis stands still nothing waits for it, and nothing is stored late', async () => {
    const { redis, one } = await startTwo()
    expect((await one('/pets', POST_REX)).status).toBe(201)
    redis.process().kill('SIGSTOP')
    // Both come while Redis still stands.
    const [refused, read] = await Promise.all([one('/pets', { method: 'POST', body: { ...POST_REX.body, name: 'Late' } }), one('/pets/16')])
    expect([refused.status, read.status]).toEqual([503, 200])
    redis.process().kill('SIGCONT')
    await expect.poll(async () => (await one('/pets', POST_REX)).status).toBe(201)
    expect(JSON.stringify((await one('/pets?limit=100')).body)).not.toContain('Late')
  })
})

test.skipIf(!hasRedis)(
  'TLS with an authority of its own, a user and a password: what is wrong stops the start, without the password',
  async () => {
    const directory = await createDirectory()
    const { cert, key, authorityFile: ca = '' } = await prepareCertificate({ cert: undefined, key: undefined, names: [] }, directory)
    const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem'), ca }
    await writeFile(files.cert, cert)
    await writeFile(files.key, key)
    const args = ['--user', 'worlds', 'on', '>s3cret', '~*', '&*', '+@all', '--user', 'default', 'off']
    const { host } = new URL((await startRedis({ tls: files, args })).url)
    const place = `rediss://${host}/0`
    const storeOf = (user: string, query: string) => `rediss://${user}@${host}/0${query}`
    const one = await start({ store: storeOf('worlds:s3cret', `?ca=${ca}&prefix=mine:`) })
    expect((await createCaller(one, 'w1')('/pets', POST_REX)).body).toMatchObject({ id: 16 })
    const other = await start({ store: storeOf('worlds:s3cret', `?ca=${ca}&prefix=mine:`) })
    expect((await createCaller(other, 'w1')('/pets/16')).status).toBe(200)
    expect(other.summary).toContain(place)
    for (const [store, reason] of [
      [storeOf('worlds:wr0ng', `?ca=${ca}`), /WRONGPASS/],
      [storeOf('worlds:s3cret', ''), /certificate/],
      [`redis://worlds:s3cret@${host}/0`, /redis:/],
    ] as const) {
      const { message } = await start({ store }).then(
        () => new Error('it started'),
        (error: Error) => error,
      )
      expect(message).toMatch(/^the store cannot be used: redis.*; check store$/)
      expect(message).toMatch(reason)
      expect(message).not.toMatch(/s3cret|wr0ng/)
    }
  },
)

test('a Redis that cannot be reached stops the start with one line', async () => {
  await expect(start({ store: 'redis://:secret@127.0.0.1:1/0' })).rejects.toThrow(
    /^the store cannot be used: redis:\/\/127\.0\.0\.1:1\/0: .*ECONNREFUSED.*; check store$/,
  )
})
