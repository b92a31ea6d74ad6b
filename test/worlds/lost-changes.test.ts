// A Redis that loses changes: it goes back in time, or worlds vanish from it. Sandboxes that knew the changes say so once, and go on
// with what Redis has.

import { readdir, rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { KEY, startFragile } from '../support/fragile-redis.ts'
import { hasRedis, type RunningRedis } from '../support/machines.ts'

interface Case {
  readonly lose: (all: {
    readonly redis: RunningRedis
    readonly directory: string
    readonly send: (...command: string[]) => Promise<unknown>
    readonly createElsewhere: () => Promise<unknown>
  }) => Promise<unknown>
  /** The id that the next creation gets. */
  readonly next: number
  readonly said: RegExp
}

const OLDER = /has lost changes of the world w1: it has an older state/
const GONE = /has lost the world w1: nobody has deleted it/

/** Ids 16 and 17 are stored before the copy `back`, and id 18 after it. */
const CASES: Readonly<Record<string, Case>> = {
  'an older state': { lose: ({ send }) => send('COPY', 'back', KEY, 'REPLACE'), next: 18, said: OLDER },
  'an older state, and a commit of another replica on it': {
    lose: async ({ send, createElsewhere }) => {
      await send('COPY', 'back', KEY, 'REPLACE')
      await createElsewhere()
    },
    next: 19,
    said: OLDER,
  },
  'a version that is no number': { lose: ({ send }) => send('HSET', KEY, 'v', 'nan'), next: 19, said: OLDER },
  'a version that is too large for a number': { lose: ({ send }) => send('HSET', KEY, 'v', '9'.repeat(30)), next: 19, said: OLDER },
  'a removed key': { lose: ({ send }) => send('DEL', KEY), next: 16, said: GONE },
  'a removed key, and a new world of another replica': {
    lose: async ({ send, createElsewhere }) => {
      await send('DEL', KEY)
      await createElsewhere()
    },
    next: 17,
    said: OLDER,
  },
  FLUSHALL: { lose: ({ send }) => send('FLUSHALL'), next: 16, said: GONE },
  'a restart without its files': {
    lose: async ({ redis, directory, send }) => {
      await redis.kill()
      for (const name of await readdir(directory)) await rm(`${directory}/${name}`, { recursive: true })
      await redis.start()
      await expect.poll(() => send('PING').catch(() => '')).toBe('PONG')
    },
    next: 16,
    said: GONE,
  },
}

describe.skipIf(!hasRedis)('lost changes', () => {
  test.each(Object.entries(CASES))('%s', async (_title, { lose, next, said }) => {
    const { startOne, send, ...rest } = await startFragile()
    const one = await startOne()
    expect([await one.create(), await one.create()]).toEqual([16, 17])
    await send('COPY', KEY, 'back')
    expect(await one.create()).toBe(18)
    expect(await one.health()).not.toHaveProperty('warnings')
    const createElsewhere = async () => (await startOne()).create()
    await lose({ send, createElsewhere, ...rest })
    // Redis may be away for a moment after a restart.
    await expect.poll(one.create).toBe(next)
    expect((await one.call('/pets/1')).status).toBe(200)
    expect(one.warned.count).toBe(1)
    await expect.poll(one.said).toMatch(said)
    expect(await one.health()).toMatchObject({ warnings: [expect.stringMatching(said)] })
    // It is said once, and other sandboxes read the same data.
    expect([await one.create(), await one.create(), one.warned.count]).toEqual([next + 1, next + 2, 1])
    const other = await startOne()
    expect((await other.call(`/pets/${next + 2}`)).status).toBe(200)
    expect((await other.call(`/pets/${next + 3}`)).status).toBe(404)
    await one.sandbox.world('w1').reset()
    expect(await one.health()).not.toHaveProperty('warnings')
  })

  test('a read after a restart from older files shows what Redis has, and says so', async () => {
    const { startOne, send, redis } = await startFragile()
    const one = await startOne()
    await one.create()
    await send('COPY', KEY, 'back')
    await one.create()
    await send('COPY', 'back', KEY, 'REPLACE')
    await redis.kill()
    await redis.start()
    await expect.poll(async () => (await one.call('/pets/17')).status).toBe(404)
    await expect.poll(one.said).toMatch(OLDER)
    expect((await one.call('/pets/16')).status).toBe(200)
  })

  test('each sandbox that knew the changes says so, also after another one has said so and has stored more', async () => {
    const { startOne, send } = await startFragile()
    const [one, other] = [await startOne(), await startOne()]
    await one.create()
    await send('COPY', KEY, 'back')
    expect(await one.create()).toBe(17)
    expect((await other.call('/pets/17')).status).toBe(200)
    await send('COPY', 'back', KEY, 'REPLACE')
    expect([await one.create(), await one.create(), one.warned.count]).toEqual([17, 18, 1])
    expect([await other.create(), await other.create(), other.warned.count]).toEqual([19, 20, 1])
  })

  test('a loss while the world was not in memory is said when it is loaded again', async () => {
    const { startOne, send } = await startFragile()
    const one = await startOne({ maxWorlds: 1 })
    await one.create()
    const unload = () => one.call('/pets/1', {}, 'sandbox_free_w2')
    await unload()
    expect([(await one.call('/pets/16')).status, one.warned.count]).toEqual([200, 0])
    await unload()
    await send('FLUSHALL')
    expect([(await one.call('/pets/16')).status, one.warned.count]).toEqual([404, 1])
    expect(await one.health()).toMatchObject({ warnings: [expect.stringMatching(GONE)] })
  })

  test('the warning waits for the next reply, also when another sandbox takes the world before it, and when the world is unloaded', async () => {
    const { startOne, send } = await startFragile()
    const one = await startOne({ maxWorlds: 1 })
    const other = await startOne()
    await one.create()
    await send('DEL', KEY)
    expect([await one.create(), await other.create(), one.warned.count]).toEqual([16, 17, 0])
    await one.call('/pets/1', {}, 'sandbox_free_w2')
    expect([(await one.call('/pets/17')).status, one.warned.count]).toEqual([200, 1])
    await send('DEL', KEY)
    expect([await one.create(), await other.create(), one.warned.count]).toEqual([16, 17, 1])
    expect([(await one.call('/pets/17')).status, one.warned.count]).toEqual([200, 2])
  })

  test('what was not lost is not said to be lost: deletions, resets, and changes of others', async () => {
    const { startOne } = await startFragile()
    const [one, other] = [await startOne(), await startOne()]
    await one.create()
    expect(await other.create()).toBe(17)
    await other.sandbox.world('w1').delete()
    await expect.poll(async () => (await one.call('/pets/16')).status).toBe(404)
    expect(await one.create()).toBe(16)
    await one.sandbox.world('w1').delete()
    expect(await other.create()).toBe(16)
    expect(await one.create()).toBe(17)
    await one.sandbox.world('w1').reset()
    expect(await other.create()).toBe(16)
    await other.sandbox.close()
    expect(await one.create()).toBe(17)
    expect(await one.health()).not.toHaveProperty('warnings')
    expect([one.warned.count, other.warned.count, one.said() + other.said()]).toEqual([0, 0, expect.not.stringContaining('has lost')])
  })
})
