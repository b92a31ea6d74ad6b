// Two processes on one Redis, call by call: which changes each of them gets, and what Redis holds.

import { connect, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RedisConnection } from '../../src/worlds/store/redis/connection.ts'
import { openRedisStore } from '../../src/worlds/store/redis/redis-store.ts'
import { RedisWorld } from '../../src/worlds/store/redis/redis-world.ts'
import type { Change, Snapshot } from '../../src/worlds/store/store.ts'
import { hasRedis } from '../support/machines.ts'
import { startRedis } from '../support/own-machines.ts'
import { EVENT_MS } from '../support/patience.ts'
import { listen } from '../support/serve.ts'
import { openWorld } from '../support/stores.ts'

const put = (id: number | bigint, name = 'Rex'): Change => ({ put: 'pets', item: { id, name } })
const SNAPSHOT: Snapshot = { collections: { pets: [{ id: 1, name: 'a' }], none: [] }, nextIds: { pets: 5, none: 1 } }

/** Two stores on one Redis, each with the same world. */
async function openTwo() {
  const { url } = await startRedis()
  const stores = [await openRedisStore(`${url}?prefix=a*`), await openRedisStore(`${url}?prefix=a*`)] as const
  const redis = await RedisConnection.open(`${url}?prefix=`)
  const send = (...command: string[]) => redis.send(command)
  const worlds = [await openWorld(stores[0], 'w1'), await openWorld(stores[1], 'w1')] as const
  onTestFinished(async () => {
    for (const store of stores) await store.close()
    redis.close()
  })
  return { url, stores, one: worlds[0], other: worlds[1], send }
}

const pet = (id: number | bigint, name = 'Rex') => ({ id, name })

/** The fields of a world, without its version and its owner. */
async function fieldsOf(send: (...command: string[]) => Promise<unknown>, world: string): Promise<string[]> {
  const texts = (await send('HGETALL', `a*world:${world}`)) as string[]
  const pairs = texts.flatMap((text, at) => (at % 2 === 0 ? [`${text} = ${texts[at + 1]}`] : []))
  return pairs.filter((pair) => !/^(v|owner) = /.test(pair)).sort()
}

describe.skipIf(!hasRedis)('two processes on one Redis', () => {
  test('share a world of 70,000 items', async () => {
    const { one, other } = await openTwo()
    const pets = Array.from({ length: 70_000 }, (_, at) => pet(at + 1))
    expect(await one.commit([{ set: { collections: { pets }, nextIds: {} } }])).toBeUndefined()
    expect(await other.commit([])).toMatchObject([{ set: { collections: { pets: { length: 70_000 } } } }])
  })

  test('get the data that the other one has stored, and Redis holds one field for each item', async () => {
    const { one, other, send } = await openTwo()
    const whole = (pets: readonly object[], next: number | bigint) => [
      { set: { collections: { pets: pets, none: [] }, nextIds: { pets: next, none: 1 } } },
    ]
    expect([one.saved, await one.commit([])]).toEqual([undefined, undefined])
    expect(await one.commit([{ set: SNAPSHOT }])).toBeUndefined()
    // The other one has no version yet.
    expect(await other.commit([put(7)])).toEqual(whole([pet(1, 'a')], 5))
    expect(await other.commit([put(7), put(2n ** 60n), { remove: 'pets', id: 1 }])).toBeUndefined()
    expect(await fieldsOf(send, 'w1')).toEqual([
      'item:pets:1152921504606846976 = {"id":1152921504606846976,"name":"Rex"}',
      'item:pets:7 = {"id":7,"name":"Rex"}',
      'next:none = 1',
      'next:pets = 1152921504606846977',
    ])
    expect(await one.commit([put(8)])).toEqual([put(7), put(2n ** 60n), { remove: 'pets', id: 1 }])
    expect(await one.commit([{ remove: 'pets', id: 2n ** 60n }])).toBeUndefined()
    expect(await one.commit([put(9), put(9, 'Rëx')])).toBeUndefined()
    expect(await other.commit([])).toEqual([{ remove: 'pets', id: 2n ** 60n }, put(9), put(9, 'Rëx')])
    expect(await other.commit([])).toBeUndefined()
    await one.commit([{ set: SNAPSHOT }, put(6)])
    expect(await other.commit([])).toEqual(whole([pet(1, 'a'), pet(6)], 7))
    expect(await fieldsOf(send, 'w1')).toEqual([
      'item:pets:1 = {"id":1,"name":"a"}',
      'item:pets:6 = {"id":6,"name":"Rex"}',
      'next:none = 1',
      'next:pets = 7',
    ])
  })

  test('learn at once that the other one has taken, changed or deleted the world', async () => {
    const { stores, one, other, send } = await openTwo()
    await one.commit([put(1)])
    await expect.poll(() => other.isCurrent()).toBe(false)
    await expect.poll(async () => [await other.commit([]), other.isCurrent()]).toEqual([undefined, true])
    await expect.poll(() => one.isCurrent()).toBe(false)
    // Nothing was changed, but the session of the world was elsewhere.
    expect(await one.commit([])).toEqual([])
    expect(await one.commit([])).toBeUndefined()
    await expect.poll(() => other.isCurrent()).toBe(false)
    await stores[0].delete('w1')
    expect(await send('KEYS', 'a*:w1')).toEqual([])
    await expect.poll(() => one.isCurrent()).toBe(false)
    expect([await one.commit([put(2)]), await other.commit([])]).toEqual(['deleted', 'deleted'])
    expect(one.isCurrent()).toBe(false)
    expect([await one.commit([]), one.isCurrent()]).toEqual([undefined, true])
    expect(await one.commit([put(3)])).toBeUndefined()
    expect(await other.commit([])).toEqual([put(3)])
  })

  test('ask again after messages were lost', async () => {
    const { one, other, send } = await openTwo()
    await one.commit([put(1)])
    // The message about the change of the first one may come late.
    await expect.poll(async () => [await other.commit([]), other.isCurrent()]).toEqual([undefined, true])
    await send('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await expect.poll(() => other.isCurrent(), { timeout: EVENT_MS }).toBe(false)
    expect([await other.commit([]), other.isCurrent()]).toEqual([undefined, true])
    await expect.poll(() => one.isCurrent(), { timeout: EVENT_MS }).toBe(false)
    await one.commit([put(2)])
    await expect.poll(() => other.isCurrent(), { timeout: EVENT_MS }).toBe(false)
    expect(await other.commit([])).toEqual([put(2)])
  })

  test('load the whole world when Redis does not have all commits that they have missed', async () => {
    const { one, other, send } = await openTwo()
    const misses: Readonly<Record<string, () => Promise<unknown>>> = {
      'a large commit': () => one.commit([put(2, 'x'.repeat(16 * 1024))]),
      'many commits': async () => {
        for (let id = 3; id < 104; id += 1) await one.commit([put(id)])
      },
      'a commit more than a minute ago': () => send('DEL', 'a*log:w1'),
    }
    await one.commit([{ set: SNAPSHOT }])
    expect(await send('PTTL', 'a*log:w1')).toBe(-2)
    for (const [title, miss] of Object.entries(misses)) {
      await other.commit([])
      await one.commit([put(1, 'first')])
      await miss()
      await one.commit([put(1, 'last')])
      expect(await other.commit([]), title).toMatchObject([{ set: { nextIds: one.content.nextIds } }])
      expect(await send('PTTL', 'a*log:w1'), title).toBeGreaterThan(59_000)
      expect(await send('HLEN', 'a*log:w1'), title).toBeLessThan(100)
    }
  })

  test('name the living process that has a world', async () => {
    const { url, stores, one, other } = await openTwo()
    const [first, second] = stores
    const replicas = async () => (await second.list()).map(({ name, replica }) => [name, replica])
    expect(await second.list()).toEqual([])
    await one.commit([put(1)])
    expect(await replicas()).toEqual([['w1', first.replica]])
    await other.commit([])
    expect(await replicas()).toEqual([['w1', second.replica]])
    await one.close()
    expect(await replicas()).toEqual([['w1', second.replica]])
    await other.close()
    expect(await replicas()).toEqual([['w1', undefined]])
    const third = await openRedisStore(`${url}?prefix=a*`)
    await third.open('w1')
    expect(await replicas()).toEqual([['w1', third.replica]])
    await third.close()
    await expect.poll(replicas).toEqual([['w1', undefined]])
    expect(new Set([first, second, third].map(({ replica }) => replica)).size).toBe(3)
    expect([first.place, await first.has('w1'), await first.has('w2')]).toEqual([url, true, false])
  })
})

test.skipIf(!hasRedis)('a Redis with another use, and with more worlds than one answer names', async () => {
  const { stores, one, send } = await openTwo()
  await one.commit([put(1)])
  for (const key of ['aworld:x', 'world:x', 'a*worlds', 'axworld:y', 'a*log:z']) await send('SET', key, 'x')
  const names = Array.from({ length: 2500 }, (_, index) => `n${index}`)
  await send('EVAL', "for _, name in ipairs(ARGV) do redis.call('HSET', 'a*world:' .. name, 'v', '7') end", '0', ...names)
  const listed = await stores[0].list()
  expect(listed.map(({ name }) => name).sort()).toEqual([...names, 'w1'].sort())
  expect(listed.filter(({ name, bytes }) => name === 'w1' || bytes < 10 || bytes > 1000)).toHaveLength(1)
  expect(listed.find(({ name }) => name === 'n1')).toEqual({ name: 'n1', bytes: expect.any(Number), lastUse: 0.007 })
})

test.skipIf(!hasRedis)('the first change of a process is sent once, because the start has learned the clock of Redis', async () => {
  const { url, send } = await openTwo()
  const store = await openRedisStore(`${url}?prefix=b:`)
  onTestFinished(() => store.close())
  await send('CONFIG', 'RESETSTAT')
  await store.open('w1')
  expect(await send('INFO', 'commandstats')).toContain('cmdstat_eval:calls=1,')
})

test.skipIf(!hasRedis)('an answer that came while the process was busy is taken, also after the deadline', async () => {
  const { url } = await startRedis()
  const redis = await RedisConnection.open(url)
  onTestFinished(() => redis.close())
  const answered = redis.send(['ECHO', 'here'], 20)
  // The command is on its way before the process is busy.
  await new Promise((resolve) => setImmediate(resolve))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  expect([await answered, redis.isAway]).toEqual(['here', false])
  await expect(redis.send(['BLPOP', 'none', '1'], 20)).rejects.toThrow('it has not answered within 20 ms')
  expect(redis.isAway).toBe(true)
})

test.skipIf(!hasRedis)('a change that Redis has stored, but whose answer was lost, is there at the next use', async () => {
  const { url } = await startRedis()
  let isAnswerLost = false
  const server = createServer((client) => {
    const redis = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [client, redis]) socket.on('error', () => {}).on('close', () => [client, redis].map((each) => each.destroy()))
    client.pipe(redis)
    redis.on('data', (bytes) => {
      if (isAnswerLost && bytes.includes('stored')) client.destroy()
      else client.write(bytes)
    })
  })
  const store = await openRedisStore((await listen(server)).replace('http', 'redis'))
  onTestFinished(() => store.close())
  const world = await openWorld(store, 'w1')
  await world.commit([put(1)])
  isAnswerLost = true
  await expect(world.commit([put(2)])).rejects.toThrow()
  await expect.poll(() => world.isCurrent()).toBe(false)
  expect([await world.commit([]), world.isCurrent()]).toEqual([[put(2)], true])
})

test.skipIf(!hasRedis)('a world that cannot be opened while Redis is away leaves nothing behind', async () => {
  const { url, kill } = await startRedis()
  const connection = await RedisConnection.open(url)
  onTestFinished(() => connection.close())
  await RedisWorld.open('w1', connection)
  await kill()
  await expect(RedisWorld.open('w2', connection)).rejects.toThrow('it cannot be reached')
  expect([...connection.listeners.keys()]).toEqual(['w1'])
})

test.skipIf(!hasRedis).each(['normal', 'pubsub'])('Redis counts as away until a lost connection is back: %s', async (kind) => {
  const { url } = await startRedis()
  const [redis, other] = [await RedisConnection.open(url), await RedisConnection.open(url)]
  onTestFinished(() => {
    redis.close()
    other.close()
  })
  // Redis refuses new connections.
  await other.send(['CONFIG', 'SET', 'maxclients', '2'])
  await other.send(['CLIENT', 'KILL', 'TYPE', kind])
  await expect.poll(() => redis.isAway).toBe(true)
  await other.send(['CONFIG', 'SET', 'maxclients', '100'])
  await expect.poll(() => redis.isAway).toBe(false)
})
