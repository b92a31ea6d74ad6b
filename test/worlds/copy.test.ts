// `petstore-sandbox worlds copy` moves worlds between a data directory and Redis.

import { cp, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory, runHere } from '../support/command.ts'
import { visible } from '../support/data-directory.ts'
import { hasRedis } from '../support/machines.ts'
import { startRedis } from '../support/own-machines.ts'
import { createClient, start } from '../support/sandbox.ts'
import { openWorld } from '../support/stores.ts'

if (!hasRedis) process.stderr.write('worlds copy: not tested, because there is no redis-server\n')

/** Nobody listens there. */
const REDIS = 'redis://127.0.0.1:1/0'

const pet = (id: number | bigint, name: string) => ({ id, name, categoryId: 9223372036854775807n, status: 'sold' })

/** Two worlds with large ids, with an id that must not come back, and with changes that are only in the change log. */
async function writeWorlds(): Promise<string> {
  const [used, data] = [await createDirectory(), await createDirectory()]
  const store = await openFileStore(used)
  const worlds = await Promise.all(['w1', 'W.2-x'].map(async (name) => ({ name, world: await openWorld(store, name) })))
  for (const { name, world } of worlds) {
    await world.commit([{ set: { collections: { pets: [pet(1, 'Bellö "von" Nebenan\n')], orders: [] }, nextIds: { orders: 7 } } }])
    await world.commit([{ put: 'pets', item: pet(9007199254740993n, name) }])
    await world.commit([{ put: 'pets', item: pet(9007199254740995n, 'gone') }])
    await world.commit([{ remove: 'pets', id: 9007199254740995n }])
  }
  // A world that is closed has no change log any more.
  await cp(used, data, { recursive: true })
  for (const { world } of worlds) await world.close()
  await store.close()
  expect(await visible(data)).toContain('w1.log')
  return data
}

/** The items and the next ids of a world, as they stand in its file. */
async function contentOf(data: string, world: string): Promise<string> {
  const text = await readFile(join(data, `${world}.json`), 'utf8')
  return text.replace(/^\{"commits": \d+/, '').replace(/"checksum": "\w+"/, '')
}

test.skipIf(!hasRedis)('from a data directory to Redis and back, every world is the same byte for byte', async () => {
  const [data, back, straight] = [await writeWorlds(), await createDirectory(), await createDirectory()]
  const { url } = await startRedis()
  const copy = (from: string, to: string) => runHere(['worlds', 'copy', '--from', from, '--to', to])
  for (const [from, to] of [[data, url] as const, [url, back] as const, [data, straight] as const])
    expect(await copy(from, to)).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/^(W\.2-x\nw1|w1\nW\.2-x)\n$/),
      errors: 'note: 2 worlds copied\n',
    })
  for (const world of ['w1', 'W.2-x']) {
    expect(await contentOf(back, world)).toContain('{"id":9007199254740993,"name"')
    expect(await contentOf(back, world)).toBe(await contentOf(straight, world))
  }
  const sandbox = await start({ data: back })
  const call = createClient(sandbox, sandbox.key('free', 'w1'))
  expect((await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })).body).toMatchObject({ id: 9007199254740996n })
})

test('a world that is there already stops the copy before its first world', async () => {
  const [data, other] = [await writeWorlds(), await createDirectory()]
  const store = await openFileStore(other)
  await (await openWorld(store, 'w1')).commit([{ set: { collections: {}, nextIds: {} } }])
  await store.close()
  const { exitCode, output, errors } = await runHere(['worlds', 'copy', '--from', data, '--to', other])
  expect([exitCode, output]).toEqual([3, ''])
  expect(errors).toMatch(/has the world w1 already: delete that world first/)
  expect(await visible(other)).toEqual(['w1.json'])
})

test('a source that does not exist, and the same store twice, are refused, and nothing is created', async () => {
  const directory = await createDirectory()
  const copy = (from: string, to: string) => runHere(['worlds', 'copy', '--from', from, '--to', to])
  const refused = (errors: string) => ({ exitCode: 2, output: '', errors: `error: ${errors}\n` })
  const typo = join(directory, 'typo')
  expect(await copy(typo, join(directory, 'new'))).toEqual(refused(`--from ${typo}: there is no such directory`))
  await symlink(directory, join(directory, 'link'))
  for (const [from, to] of [[directory, `${directory}/`] as const, [directory, join(directory, 'link')] as const, [REDIS, REDIS] as const])
    expect(await copy(from, to)).toEqual(refused('--from and --to name the same store: name another store with --to'))
  expect(await readdir(directory)).toEqual(['link'])
})

test('a source without a world says so', async () => {
  const { exitCode, output, errors } = await runHere(['worlds', 'copy', '--from', await createDirectory(), '--to', await createDirectory()])
  expect([exitCode, output, errors]).toEqual([0, '', 'note: nothing to copy: --from has no world\n'])
})
