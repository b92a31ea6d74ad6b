// Only one sandbox uses a data directory, whatever names the directory has and whatever happens to the lock.

import { mkdir, readdir, readFile, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { thisProcess } from '../../src/worlds/store/process-identity.ts'
import { createDirectory, run, serve } from '../support/command.ts'
import { createClient, start } from '../support/sandbox.ts'

const POST_REX = { method: 'POST', body: { name: 'Rex', categoryId: 1 } }
const HELD = /another sandbox uses this data directory/
/** The message when the sandbox of this process has the directory. */
const HELD_HERE = `another sandbox uses this data directory (process ${process.pid}): stop that sandbox, or choose another directory with `

/** A directory whose path is too long for a local socket. */
async function createLongDirectory(): Promise<string> {
  const directory = join(await createDirectory(), 'd'.repeat(120))
  await mkdir(directory)
  return directory
}

/** Opens a free directory and checks that this process has it. With this beat, a stale lock would be noticed only after five minutes. */
const openAtOnce = (directory: string) => open(directory, 60_000)

async function open(directory: string, beatMs = 100) {
  const store = await openFileStore(directory, { beatMs })
  onTestFinished(() => store.close())
  const owner = JSON.parse(await readFile(join(directory, '.owner'), 'utf8'))
  expect(owner).toMatchObject({ process: process.pid, token: expect.not.stringMatching(/^x$/) })
  return store
}

const DIRECTORIES = [
  ['with a socket', createDirectory],
  ['whose path is too long for a socket', createLongDirectory],
] as const

describe.each(DIRECTORIES)('a directory %s', (_title, create) => {
  test('is refused to a second sandbox, also under another name', async () => {
    const data = await create()
    const link = join(await createDirectory(), 'link')
    await symlink(data, link)
    await open(link, 1000)
    const { exitCode, errors } = await run(['--port', '0', '--data', data])
    expect(errors).toContain(HELD_HERE)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(exitCode).toBe(3)
    await expect(openFileStore(data)).rejects.toThrow(HELD)
    await expect(openFileStore(join(data, '..', data.split('/').at(-1) ?? ''))).rejects.toThrow(HELD)
  })

  test('is free again when the sandbox has ended', async () => {
    const data = await create()
    const before = await readdir(tmpdir())
    const first = await openFileStore(data)
    expect((await readdir(tmpdir())).filter((name) => !before.includes(name) && name.includes('lock'))).toEqual([])
    await first.close()
    expect(await readdir(data)).toEqual([])
    await open(data)
  })

  test('can be used at once after its sandbox was killed', async () => {
    const data = await create()
    const { child, finished } = await serve(['--data', data])
    child.kill('SIGKILL')
    await finished
    await openAtOnce(data)
  })

  test('goes to only one of two sandboxes that start together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const data = await create()
      const started = await Promise.allSettled([openFileStore(data, { beatMs: 100 }), openFileStore(data, { beatMs: 100 })])
      expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of started) if (one.status === 'fulfilled') await one.value.close()
    }
  })

  test('goes to only one of two sandboxes that find the lock of an ended owner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const data = await create()
      await writeFile(join(data, '.owner'), JSON.stringify({ ...thisProcess(), process: 2 ** 22 + 1, token: 'x', hasSocket: true }))
      const started = await Promise.allSettled([1, 2, 3].map(() => openFileStore(data, { beatMs: 100 })))
      expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of started) if (one.status === 'fulfilled') await one.value.close()
      expect(await readdir(data)).toEqual([])
    }
  })

  test.each([['.lock', '.owner'], ['.lock'], ['.owner']])('stays with its sandbox when its lock is deleted: %s %s', async (...names) => {
    const data = await create()
    const sandbox = await start({ data })
    const call = createClient(sandbox, sandbox.key('free', 'w1'))
    expect((await call('/pets', POST_REX)).status).toBe(201)
    for (const name of names) await rm(join(data, name), { force: true })
    // The lock is put back before a change is stored.
    expect((await call('/pets', POST_REX)).status).toBe(201)
    await expect(openFileStore(data)).rejects.toThrow(HELD)
    expect((await call('/pets', POST_REX)).status).toBe(201)
  })

  test('gets its lock back also when nothing is changed', async () => {
    const data = await create()
    await open(data)
    const before = await readdir(data)
    expect(before).toContain('.owner')
    for (const name of before) await rm(join(data, name))
    await expect.poll(() => readdir(data)).toEqual(before)
  })
})

describe('a sandbox that has lost its directory to another sandbox', () => {
  test('stores no change, says so, and goes on when the directory is free again', async () => {
    const data = await createLongDirectory()
    const lines: string[] = []
    const sandbox = await start({ data, log: { format: 'text', write: (text) => lines.push(text) } })
    const call = createClient(sandbox, sandbox.key('free', 'w1'))
    expect((await call('/pets', POST_REX)).status).toBe(201)
    // Another sandbox took the lock while this sandbox did not run.
    const other = { ...thisProcess(), token: 'other', hasSocket: false }
    await writeFile(join(data, '.owner'), JSON.stringify(other))
    const beat = setInterval(() => void utimes(join(data, '.owner'), new Date(), new Date()).catch(() => {}), 100)
    onTestFinished(() => clearInterval(beat))
    const refused = await call('/pets', POST_REX)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringMatching(HELD) } })
    const health = await fetch(`${sandbox.origin}/_sandbox/health`)
    expect(health.status).toBe(503)
    expect(await health.text()).toMatch(HELD)
    expect((await call('/pets/16')).status).toBe(200)
    clearInterval(beat)
    await rm(join(data, '.owner'))
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 17 })
    await sandbox.close()
  })

  test('writes nothing when it ends, and does not touch the lock', async () => {
    const data = await createLongDirectory()
    const store = await openFileStore(data)
    const world = await store.open('w1')
    await world.append([{ put: 'pets', item: { id: 1 } }])
    const beat = setInterval(() => void utimes(join(data, '.owner'), new Date(), new Date()).catch(() => {}), 100)
    onTestFinished(() => clearInterval(beat))
    await writeFile(join(data, '.owner'), JSON.stringify({ ...thisProcess(), token: 'other' }))
    await expect(world.fold({ collections: {}, nextIds: {} })).rejects.toThrow(HELD)
    await expect(store.delete('w1')).rejects.toThrow(HELD)
    await world.close()
    await store.close()
    expect((await readdir(data)).sort()).toEqual(['.owner', 'w1.log'])
    expect(await readFile(join(data, '.owner'), 'utf8')).toContain('other')
  })
})

describe('the lock file of an earlier owner', () => {
  const me = thisProcess()
  const old = new Date(Date.now() - 3_600_000)
  test.each<[string, object | string, Date | undefined]>([
    ['of a process that has ended', { ...me, process: 2 ** 22 + 1, token: 'x' }, undefined],
    ['of a process whose id another process has now', { ...me, began: '1', token: 'x' }, undefined],
    ['of this machine, without a beat', { ...me, token: 'x' }, old],
    ['of another container of this machine, without a beat', { ...me, space: 'pid:[1]', token: 'x' }, old],
  ])('is taken over at once: %s', async (_title, owner, touched) => {
    const data = await createLongDirectory()
    await writeFile(join(data, '.owner'), JSON.stringify(owner))
    if (touched) await utimes(join(data, '.owner'), touched, touched)
    await openAtOnce(data)
  })

  test('of another container that also had the socket is taken over at once', async () => {
    const data = await createDirectory()
    await writeFile(join(data, '.owner'), JSON.stringify({ ...me, space: 'pid:[1]', token: 'x', hasSocket: true }))
    await openAtOnce(data)
  })

  test.each<[string, object | string]>([
    ['of another machine', { ...me, boot: 'other', token: 'x', hasSocket: true }],
    ['that has wrong content', 'rubbish'],
  ])('is taken over after five missing beats: %s', async (_title, owner) => {
    const data = await createDirectory()
    await writeFile(join(data, '.owner'), JSON.stringify(owner))
    await open(data)
  })

  test.each<[string, object]>([
    ['of another machine', { ...me, boot: 'other', token: 'x', hasSocket: true }],
    ['of another container', { ...me, space: 'pid:[1]', token: 'x', hasSocket: false }],
    ['of this process', { ...me, token: 'x', hasSocket: true }],
  ])('is respected while it beats: %s', async (_title, owner) => {
    const data = await createDirectory()
    await writeFile(join(data, '.owner'), JSON.stringify(owner))
    const beat = setInterval(() => void utimes(join(data, '.owner'), new Date(), new Date()), 20)
    onTestFinished(() => clearInterval(beat))
    await expect(open(data)).rejects.toThrow(HELD)
    expect(await readdir(data)).toEqual(['.owner'])
  })
})

test('closing twice does not touch the next sandbox', async () => {
  const data = await createDirectory()
  const first = await start({ data })
  await createClient(first, first.key('free', 'w1'))('/pets', POST_REX)
  await first.close()
  const second = await start({ data })
  const call = createClient(second, second.key('free', 'w1'))
  await call('/pets', POST_REX)
  await first.close()
  expect((await call('/pets', POST_REX)).status).toBe(201)
  await second.close()
  const third = await start({ data })
  expect((await third.world('w1').data.get()).pets).toHaveLength(18)
})

test.skipIf(process.platform === 'win32')(
  'a sandbox that was stopped for longer than its lock lasts stores nothing until it has the lock',
  async () => {
    const data = await realpath(await createLongDirectory())
    const { child, url } = await serve(['--data', data])
    const headers = { authorization: 'Bearer sandbox_free_w1', 'content-type': 'application/json' }
    const create = () => fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(POST_REX.body) })
    expect((await create()).status).toBe(201)
    child.kill('SIGSTOP')
    onTestFinished(() => {
      child.kill('SIGCONT')
    })
    const second = await open(data, 200)
    const world = await second.open('w1')
    expect(world.saved).toBeDefined()
    child.kill('SIGCONT')
    const refused = await create()
    expect(refused.status).toBe(503)
    expect(await refused.text()).toMatch(HELD)
  },
)

test('a lock that is a link without a target is refused', async () => {
  const data = await createDirectory()
  await symlink(join(data, 'nowhere'), join(data, '.owner'))
  await expect(open(data)).rejects.toThrow('.owner can be neither read nor created')
})

test('a directory that cannot hold a socket is locked all the same', async () => {
  const data = await createDirectory()
  // A directory at the place of the socket: nobody can listen on it, and it is not the lock of an earlier sandbox.
  await mkdir(join(data, '.lock', 'x'), { recursive: true })
  await open(data)
  await expect(open(data)).rejects.toThrow(HELD)
})
