// A Redis that is set up badly, is full, is shared with others, or forbids commands.

import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openRedisStore } from '../../src/worlds/store/redis/redis-store.ts'
import { REX } from '../support/caller.ts'
import { KEY, startFragile } from '../support/fragile-redis.ts'
import { hasRedis } from '../support/machines.ts'
import { serveHttp } from '../support/serve.ts'

describe.skipIf(!hasRedis)('a Redis that may lose worlds', () => {
  test.each<[title: string, config: readonly string[], said: RegExp]>([
    ['removes worlds when its memory is full', ['maxmemory-policy', 'allkeys-lru'], /its maxmemory-policy is allkeys-lru/],
    ['keeps nothing on a disk', ['appendonly', 'no'], /a restart of it loses all worlds/],
  ])('says so at the start and in health: it %s', async (_title, config, said) => {
    const { startOne, send } = await startFragile()
    await send('CONFIG', 'SET', ...config)
    const one = await startOne()
    expect(await one.health()).toMatchObject({ warnings: [expect.stringMatching(said)] })
    await expect.poll(one.said).toMatch(said)
  })

  test('with a full memory changes get 503 and leave nothing behind, reads go on, and worlds can be deleted', async () => {
    const { startOne, send } = await startFragile()
    const one = await startOne()
    await one.create()
    const keys = async () => (await send('KEYS', '*world:*')) as string[]
    await send('CONFIG', 'SET', 'maxmemory', '1')
    for (const world of ['w1', 'w2', 'w3'])
      expect(await one.call('/pets', REX, `sandbox_free_${world}`)).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('OOM') },
      })
    await expect.poll(one.said).toContain('OOM')
    expect(one.said()).not.toMatch(/^ +at |^\S*redis:/m)
    expect([await keys(), (await one.call('/pets/16')).status, (await one.call('/pets/17')).status]).toEqual([[KEY], 200, 404])
    const later = await startOne()
    await one.sandbox.world('w1').delete()
    expect(await keys()).toEqual([])
    await send('CONFIG', 'SET', 'maxmemory', '0')
    expect([await later.create(), await one.create()]).toEqual([16, 17])
  })
})

test.each(['redis', 'rediss'])('a server that is no Redis stops the start: %s', async (scheme) => {
  const address = (await serveHttp((_request, reply) => reply.end('Hello'))).replace('http', scheme)
  await expect(openRedisStore(address)).rejects.toThrow(`${address}: no Redis answers there (`)
})

/** Each command of the scripts, except the one that only lists worlds. */
const NEEDED = [
  ...new Set(
    [
      ...readFileSync(new URL('../../src/worlds/store/redis/scripts.ts', import.meta.url), 'utf8').matchAll(/redis\.call\('([A-Z]+)'/g),
    ].flatMap(([, command = '']) => (command === 'MEMORY' ? [] : [command])),
  ),
]

describe.skipIf(!hasRedis)('a user who may not run every command', () => {
  test('stops the start, which says what to allow', async () => {
    const { redis, send } = await startFragile()
    expect(NEEDED.length).toBeGreaterThan(5)
    const address = redis.url.replace('//', '//worlds:s3cret@')
    const allow = (...rules: string[]) =>
      send('ACL', 'SETUSER', 'worlds', 'reset', 'on', '>s3cret', '~petstore-sandbox:*', '&*', '+@all', ...rules)
    for (const command of NEEDED) {
      await allow(`-${command}`)
      await expect(openRedisStore(address), command).rejects.toThrow(
        'its user must be allowed to run all commands on the keys petstore-sandbox:*: ',
      )
    }
    await allow('resetkeys', '~other:*')
    await expect(openRedisStore(address)).rejects.toThrow('its user must be allowed')
    await allow('-@all', '+PING', '+HELLO', '+CLIENT', '+SUBSCRIBE', '+EVAL', ...NEEDED.map((command) => `+${command}`))
    await send('FLUSHALL')
    const store = await openRedisStore(address)
    onTestFinished(() => store.close())
    expect(await store.risks?.()).toEqual([expect.stringMatching(/^it is not known whether worlds are safe there: redis:.*NOPERM/)])
    expect(await send('KEYS', '*')).toEqual([])
  })

  test('a command that is forbidden later stores nothing of a refused change', async () => {
    const { startOne, send } = await startFragile()
    const one = await startOne()
    await one.create()
    const before = await send('HGETALL', KEY)
    await send('ACL', 'SETUSER', 'default', '-HSET')
    expect((await one.call('/pets', REX)).status).toBe(503)
    expect(await send('HGETALL', KEY)).toEqual(before)
    await send('ACL', 'SETUSER', 'default', '+HSET')
    expect(await one.create()).toBe(17)
  })
})

test.skipIf(!hasRedis)('keys of others under the prefix are neither listed nor removed, and do not disturb', async () => {
  const { startOne, send } = await startFragile()
  const one = await startOne()
  await one.create()
  const foreign = ['text', 'a b', '.x', 'x'.repeat(65), '']
  for (const name of foreign) await send('SET', `petstore-sandbox:world:${name}`, 'x')
  for (const name of ['no-version', 'a/b']) await send('HSET', `petstore-sandbox:world:${name}`, 'field', 'x')
  expect(await one.call('/pets', REX, 'sandbox_free_text')).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('WRONGTYPE') },
  })
  expect((await one.sandbox.worlds.list()).filter(({ damage }) => damage === undefined).map(({ name }) => name)).toEqual(['w1'])
  await one.sandbox.worlds.reset()
  expect(await send('KEYS', 'petstore-sandbox:world:*')).toHaveLength(foreign.length + 3)
})

const LOG = KEY.replace('world', 'log')

/** What others may write under the key of the log, after a commit that made the version `newest` of `known`. */
const FOREIGN_LOGS: Readonly<Record<string, (known: string, newest: string) => readonly string[]>> = {
  'a text': () => ['SET', LOG, 'x'],
  'a commit that leads to itself': (known) => ['HSET', LOG, known, `${known} []`],
  'no commit': (known) => ['HSET', LOG, known, 'garbage'],
  'a commit that is not JSON': (known, newest) => ['HSET', LOG, known, `${newest} x`],
  'a commit that is not a list': (known, newest) => ['HSET', LOG, known, `${newest} 7`],
}

test.skipIf(!hasRedis).each(Object.entries(FOREIGN_LOGS))(
  'when others have written %s as the log of a world, the other replica loads the whole world, and changes are stored',
  async (_title, write) => {
    const { startOne, send } = await startFragile()
    const [one, two] = [await startOne(), await startOne()]
    const version = async () => String(await send('HGET', KEY, 'v'))
    await one.create()
    expect((await two.call('/pets/16')).status).toBe(200)
    const known = await version()
    expect(await one.create()).toBe(17)
    await send(...write(known, await version()))
    expect((await two.call('/pets/17')).status).toBe(200)
    await send(...write(await version(), '7'))
    expect([await two.create(), await one.create()]).toEqual([18, 19])
    expect(await send('TYPE', LOG)).toBe('hash')
  },
)

test.skipIf(!hasRedis)('a reset of many kept worlds removes several at once, and serves other calls meanwhile', async () => {
  const { startOne, send } = await startFragile()
  const one = await startOne()
  const names = Array.from({ length: 3000 }, (_, index) => `n${index}`)
  await send('EVAL', "for _, name in ipairs(ARGV) do redis.call('HSET', 'petstore-sandbox:world:' .. name, 'v', '7') end", '0', ...names)
  let isOver = false
  const reset = one.sandbox.worlds.reset().finally(() => (isOver = true))
  let served = 0
  for (; !isOver; served += 1) expect((await one.call('/pets/1')).status).toBe(200)
  expect((await reset).map(({ name }) => name)).toEqual(['w1'])
  expect(served).toBeGreaterThan(3)
})
