// All worlds of a sandbox: which are in memory, which are damaged, and what is stored when the sandbox ends.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../../src/ground/problem.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { createDirectory } from '../support/command.ts'
import { KEPT, POST_REX, startOn, visible } from '../support/data-directory.ts'
import { createClient, start, startWithClient } from '../support/sandbox.ts'
import { createWilfulStore, openWorld } from '../support/stores.ts'

/** A sandbox, and a function that returns its log. */
async function startWithLog(options: Parameters<typeof start>[0]) {
  const lines: string[] = []
  const sandbox = await start({ log: { format: 'text', write: (text) => lines.push(text) }, ...options })
  const health = async () => {
    const response = await fetch(`${sandbox.origin}/_sandbox/health`)
    return { ...((await response.json()) as object), code: response.status }
  }
  return { sandbox, health, said: () => lines.join('') }
}

describe('a store of the user', () => {
  test('a reset of all worlds removes 50 kept worlds at a time', async () => {
    const store = createWilfulStore()
    for (let index = 0; index < 51; index += 1) await (await openWorld(store, `k${index}`)).commit([{ remove: 'pets', id: 1 }])
    const sandbox = await start({ store })
    const removed = () => store.calls.filter((call) => call.startsWith('delete'))
    const release = store.hold('delete')
    const reset = sandbox.worlds.reset()
    await expect.poll(removed).toHaveLength(50)
    release()
    expect(await reset).toEqual([])
    expect(removed()).toHaveLength(51)
  })

  test('keeps the worlds, opens only the called world, and is closed with the sandbox', async () => {
    const store = createWilfulStore()
    let isClosed = false
    const close = store.close
    store.close = async () => {
      isClosed = true
      await close()
    }
    const { sandbox, call } = await startWithClient({ store })
    expect(sandbox.summary[1]).toBe('a wilful store')
    expect((await call('/pets', POST_REX)).status).toBe(201)
    expect(store.calls).toEqual(['open w1', 'commit w1'])
    await sandbox.close()
    expect(isClosed).toBe(true)
    expect((await store.open('w1')).saved?.collections.pets).toHaveLength(16)
  })

  test('cannot be combined with a directory', async () => {
    await expect(startSandbox({ store: createWilfulStore(), data: 'x' })).rejects.toThrow(
      'data and store cannot be combined: leave out one of them',
    )
  })

  test('that cannot open a world makes the world damaged until it can open it', async () => {
    const store = createWilfulStore()
    const { sandbox, health } = await startWithLog({ store })
    const call = createClient(sandbox, sandbox.key('free', 'w1'))
    store.refused = ['open']
    expect((await call('/pets')).body).toEqual({ code: 'unavailable', message: 'the store refuses open', status: 503 })
    expect(await health()).toMatchObject({ code: 200, status: 'ok', damaged: [{ world: 'w1', reason: 'the store refuses open' }] })
    store.refused = []
    expect((await call('/pets')).status).toBe(200)
    expect(await health()).toEqual({ code: 200, status: 'ok', sandbox: expect.any(String), worlds: expect.any(Number) })
  })

  test('that takes no change at all says nothing about a world', async () => {
    const store = createWilfulStore()
    const { sandbox, said } = await startWithLog({ store })
    store.refused = ['open', 'check']
    const { body, headers } = await createClient(sandbox, sandbox.key('free', 'w1'))('/pets')
    expect([body, headers.get('retry-after')]).toEqual([{ code: 'unavailable', message: 'the store refuses check', status: 503 }, '1'])
    store.refused = ['open']
    const refused = await createClient(sandbox, sandbox.key('free', 'w1'))('/pets')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    // The end writes the lines of the log that wait to be written together.
    await sandbox.close()
    expect(said().match(/the world w1 is damaged: .*/g)).toEqual(['the world w1 is damaged: the store refuses open'])
    // People see where their store failed.
    for (const call of ['check', 'open']) expect(said()).toMatch(new RegExp(`Error: the store refuses ${call}\\n +at `))
  })

  test('that has data against the contract gets its world back at once', async () => {
    const store = createWilfulStore()
    await (await openWorld(store, 'w1')).commit([{ set: { collections: { cats: [] }, nextIds: {} } }])
    const { sandbox } = await startWithLog({ store })
    const call = createClient(sandbox, sandbox.key('free', 'w1'))
    expect((await call('/pets')).body).toMatchObject({ message: expect.stringMatching(/^w1: cats is not a collection; .*Repair/) })
    expect(store.calls.slice(-2)).toEqual(['open w1', 'close w1'])
  })

  test('that takes no change makes the sandbox unhealthy', async () => {
    const store = createWilfulStore()
    const { health } = await startWithLog({ store })
    store.refused = ['check']
    expect(await health()).toMatchObject({ code: 503, detail: 'the store cannot be written: the store refuses check' })
  })
})

describe('stored worlds are checked soon after the start', () => {
  test('one after the other; worlds in use are not checked, and a call waits only for its own world', async () => {
    const store = createWilfulStore()
    for (const name of ['a', 'b', 'c']) await (await openWorld(store, name)).commit([{ set: { collections: {}, nextIds: {} } }])
    store.calls.length = 0
    const release = store.hold('open', 'a')
    const { sandbox } = await startWithLog({ store })
    const call = createClient(sandbox, sandbox.key('free', 'b'))
    await call('/pets')
    await expect.poll(() => store.calls.toSorted()).toEqual(['open a', 'open b'])
    expect((await call('/pets')).status).toBe(200)
    const waiting = createClient(sandbox, sandbox.key('free', 'a'))('/pets')
    release()
    expect((await waiting).status).toBe(200)
    const opened = () => store.calls.filter((call) => call.startsWith('open')).sort()
    await expect.poll(opened).toEqual(['open a', 'open a', 'open b', 'open c'])
    await expect.poll(() => store.calls.filter((call) => call.startsWith('close'))).toEqual(['close a', 'close c'])
  })

  test('and no longer when the sandbox is told to end', async () => {
    const store = createWilfulStore()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await (await openWorld(store, name)).commit([{ remove: 'pets', id: 1 }])
    store.calls.length = 0
    const { sandbox } = await startWithLog({ store })
    const release = store.hold('open')
    await expect.poll(() => store.calls).toEqual(['open a'])
    const closed = sandbox.close()
    release()
    await closed
    expect(store.calls.filter((call) => call.startsWith('open'))).toHaveLength(1)
  })

  test('a store that cannot list its worlds is named', async () => {
    const store = createWilfulStore()
    store.list = async () => {
      throw new Error('the store refuses list')
    }
    const { said } = await startWithLog({ store })
    await expect.poll(said).toContain('a wilful store: the kept worlds could not be checked: the store refuses list')
  })
})

describe('worlds that are unloaded while others are loaded', () => {
  test('keep all acknowledged changes', async () => {
    const data = await createDirectory()
    const sandbox = await start({ data, maxWorlds: 2 })
    const names = Array.from({ length: 12 }, (_, index) => `e${index}`)
    for (let round = 1; round <= 3; round += 1) {
      const created = [...names, ...names].map((name) => {
        const headers = { authorization: `Bearer ${sandbox.key('enterprise', name)}`, 'content-type': 'application/json' }
        return fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body: JSON.stringify(POST_REX.body) })
      })
      expect((await Promise.all(created)).map(({ status }) => status)).toEqual(created.map(() => 201))
    }
    for (const name of names) expect((await sandbox.world(name).data.get()).pets, name).toHaveLength(15 + 6)
  })

  test('are written completely when the sandbox ends', async () => {
    const store = createWilfulStore()
    const sandbox = await start({ store, maxWorlds: 1 })
    const headers = { authorization: `Bearer ${sandbox.key('free', 'a')}`, 'content-type': 'application/json' }
    await fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body: JSON.stringify(POST_REX.body) })
    const release = store.hold('close')
    await sandbox.world('b').data.get()
    await expect.poll(() => store.calls.at(-1)).toBe('close a')
    const coming = sandbox.world('a').data.get()
    coming.catch(() => {})
    const closing = sandbox.close()
    const other = () =>
      sandbox
        .world('z')
        .data.get()
        .then(() => 'open', messageOf)
    await expect.poll(other).toMatch('closed')
    release()
    await expect(coming).rejects.toThrow('closed')
    await closing
    expect((await store.open('a')).saved).toMatchObject({ collections: { pets: { length: 16 } } })
  })

  test('are the longest idle ones, and those that nobody has driven go first', async () => {
    const store = createWilfulStore()
    const { sandbox, said } = await startWithLog({ store, maxWorlds: 2 })
    const use = async (name: string) => {
      await sandbox.world(name).data.get()
      return store.calls.filter((call) => call.startsWith('close')).join(', ')
    }
    await sandbox.world('a').clock.set({ frozen: true })
    await sandbox.world('b').limits.set('free', { remaining: 1 })
    expect(await use('a')).toBe('')
    await expect.poll(() => use('c')).toBe('close b')
    await sandbox.world('c').assumptions.put({ order: 'shuffled' })
    await sandbox.world('c').assumptions.clear()
    await expect.poll(() => use('d')).toBe('close b, close c')
    await expect.poll(() => use('a')).toBe('close b, close c')
    await expect.poll(() => use('e')).toBe('close b, close c, close d')
    expect((await sandbox.health()).worlds).toBe(2)
    expect((await sandbox.world('a').clock.get()).frozen).toBe(true)
    expect((await sandbox.world('b').limits.get('free')).minute.remaining).toBe(60)
    await expect
      .poll(() => said().match(/the world .* was unloaded.*/g))
      .toEqual(['the world b was unloaded, because too many worlds are in use: its clock, limits, choices and scenarios start anew'])
  })

  test('can be damaged as well', async () => {
    const data = await createDirectory()
    await writeFile(join(data, 'a.json'), 'x')
    const { sandbox, health } = await startWithLog({ data, maxWorlds: 1 })
    for (const name of ['a', 'b', 'a', 'c', 'a']) {
      const status = name === 'a' ? 503 : 200
      expect((await createClient(sandbox, sandbox.key('free', name))('/pets')).status).toBe(status)
    }
    expect(await health()).toMatchObject({ code: 200, damaged: [{ world: 'a' }] })
    await sandbox.close()
    expect((await visible(data)).sort()).toEqual(['a.json'])
  })
})

test('a world that is deleted takes no change any more, and is gone', async () => {
  const store = createWilfulStore()
  const sandbox = await start({ store })
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'content-type': 'application/json' }
  const create = async () => (await fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body: JSON.stringify(POST_REX.body) })).status
  const release = store.hold('commit')
  const first = create()
  await expect.poll(() => store.calls).toEqual(['open w1', 'commit w1'])
  const second = create()
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).length).toBe(2)
  const gone = sandbox.world('w1').delete()
  await expect.poll(async () => (await sandbox.worlds.list()).map(({ name }) => name)).toEqual([])
  release()
  expect([await first, await second]).toEqual([201, 503])
  await gone
  expect([await store.has('w1'), store.calls]).toEqual([false, ['open w1', 'commit w1', 'close w1', 'delete w1']])
})

test('a world that the store cannot remove stays, and the call says so; a request that waited gets its reply', async () => {
  const store = createWilfulStore()
  const { sandbox, call } = await startWithClient({ store })
  await sandbox.world('w1').data.remove('pets', 1)
  store.refused = ['delete']
  const release = store.hold('delete')
  const gone = expect(sandbox.world('w1').delete()).rejects.toThrow('w1 could not be removed from the store: the store refuses delete')
  await expect.poll(() => store.calls.at(-1)).toBe('delete w1')
  const waiting = call('/pets')
  await sandbox.health()
  release()
  await gone
  expect((await waiting).body).toHaveLength(14)
})

test.each(['list', 'has'] as const)('the control API says why the store gives no answer to %s', async (name) => {
  const store = Object.assign(createWilfulStore(), { [name]: () => Promise.reject(new Error('it is away')) })
  const { worlds } = await start({ store })
  await expect(name === 'list' ? worlds.reset() : worlds.has('w9')).rejects.toMatchObject({ code: 'unavailable', message: 'it is away' })
})

test('the list names every world: in memory, stored, and damaged', async () => {
  const data = await createDirectory()
  await writeFile(join(data, 'stored.json'), KEPT)
  for (const name of ['bad', 'worse']) await writeFile(join(data, `${name}.json`), '[]')
  const { sandbox, health } = await startWithLog({ data })
  await sandbox.world('live').data.remove('pets', 1)
  expect((await createClient(sandbox, sandbox.key('free', 'worse'))('/pets')).status).toBe(503)
  await expect.poll(health).toMatchObject({ damaged: [{ world: 'bad' }, { world: 'worse' }] })
  const reason = expect.stringContaining('this stored world cannot be read')
  const listed = (await sandbox.worlds.list()).map(({ lastUse, ...world }) => ({
    ...world,
    isRecent: Date.now() - Date.parse(lastUse) < 60_000,
  }))
  expect(listed).toMatchObject([
    { name: 'bad', alive: false, bytes: 2, damage: reason, isRecent: true },
    { name: 'live', alive: true, isRecent: true },
    { name: 'stored', alive: false, bytes: KEPT.length, isRecent: true },
    { name: 'worse', alive: true, bytes: 0, damage: reason, isRecent: true },
  ])
  const items = Object.values(await sandbox.world('live').data.get()).flat()
  expect(listed[1]?.bytes).toBe(items.reduce((sum, item) => sum + JSON.stringify(item).length, 0))
})

test('a damaged world answers many parallel calls, and is loaded again for the next call', async () => {
  const data = await createDirectory()
  await writeFile(join(data, 'w1.json'), 'x')
  const { sandbox } = await startWithLog({ data })
  const headers = { authorization: `Bearer ${sandbox.key('enterprise', 'w1')}` }
  const ask = async () => (await fetch(`${sandbox.url}/pets`, { headers })).status
  expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([503]))
  await writeFile(join(data, 'w1.json'), KEPT)
  await expect.poll(ask).toBe(200)
})

test('a world exists when it is in use or stored, and a wrong name is never a world', async () => {
  const data = await createDirectory()
  await mkdir(join(data, 'sub'))
  await writeFile(join(data, 'kept.json'), KEPT)
  await writeFile(join(data, 'sub', 'x.json'), KEPT)
  const sandbox = await start({ data })
  const has = async (name: string) => (await fetch(`${sandbox.origin}/_sandbox/worlds/${name}/scenarios`)).status
  await sandbox.world('live').data.get()
  expect([await has('kept'), await has('live'), await has('other'), await has('sub%2Fx'), await has('.hidden')]).toEqual([
    200, 200, 404, 404, 404,
  ])
})

test('a stored world above the bound still loads, with a line in the log, and takes no more items', async () => {
  const directory = await createDirectory()
  const before = await startOn(directory)
  const name = 'x'.repeat(3000)
  await before.sandbox.world('w1').data.patch('pets', 1, { name })
  await before.sandbox.close()
  const { call, said } = await startOn(directory, { maxWorldBytes: 2000 })
  expect((await call('/pets/1')).body).toMatchObject({ name })
  await expect
    .poll(said)
    .toMatch(/the world w1 has \d+ bytes, and the bound of a world is 2000 \(option maxWorldBytes\): it takes no more items/)
  expect((await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })).status).toBe(503)
})

test('a full world refuses new items and names the option; reads and removals still work', async () => {
  const { sandbox, call } = await startWithClient({ maxWorldBytes: 2000 })
  const big = { name: 'x'.repeat(500), categoryId: 1 }
  expect((await call('/pets', { method: 'POST', body: big })).status).toBe(201)
  const refused = await call('/pets', { method: 'POST', body: big })
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: expect.stringMatching(/full.*the bound of a world is 2000 \(option maxWorldBytes\)/) },
  })
  expect((await call('/pets/17')).status).toBe(404)
  expect((await call('/pets/16')).status).toBe(200)
  const world = sandbox.world('w1')
  await expect(world.data.put({ pets: [{ id: 1, status: 'sold', ...big, name: 'x'.repeat(3000) }] })).rejects.toThrow(
    'option maxWorldBytes',
  )
  await world.data.patch('pets', 16, { name: 'short' })
  expect((await call('/pets', { method: 'POST', body: big })).body).toMatchObject({ id: 17 })
  await world.reset()
  expect((await call('/pets', { method: 'POST', body: big })).status).toBe(201)
})

test('a world without changes gets no file, even when it is read, driven and reset', async () => {
  const data = await createDirectory()
  const { sandbox, call } = await startWithClient({ data })
  await call('/pets')
  await sandbox.world('w1').clock.set({ frozen: true })
  await sandbox.world('w1').reset()
  await sandbox.worlds.reset()
  await sandbox.close()
  expect(await visible(data)).toEqual([])
})

test('a world that was changed and reset is stored with its first content', async () => {
  const data = await createDirectory()
  const first = await startSandbox({ data })
  await first.world('w1').data.remove('pets', 1)
  await first.world('w1').reset()
  await first.close()
  const second = await start({ data })
  await second.world('w1').reset()
  expect((await second.world('w1').data.get()).pets).toHaveLength(15)
})
