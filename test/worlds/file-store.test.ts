// The files of worlds, as a person finds them in the data directory.

import { spawnSync } from 'node:child_process'
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectSandbox } from '../../src/client/connect.ts'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory, MAIN, serve } from '../support/command.ts'
import { FITTING, POST_REX, startOn, visible } from '../support/data-directory.ts'
import { createClient, start } from '../support/sandbox.ts'
import { openWorld } from '../support/stores.ts'

test('created items are there after a restart, and sessions are not', async () => {
  const data = await createDirectory()
  const before = await start({ data })
  const call = createClient(before, before.key('free', 'w1'))
  const created = await call('/pets', { method: 'POST', body: `{"name":"Rex","categoryId":9223372036854775807}` })
  await before.world('w1').clock.set({ now: '2031-01-01T00:00:00Z' })
  await before.close()
  expect(await visible(data)).toEqual(['w1.json'])
  expect(await readFile(join(data, 'w1.json'), 'utf8')).toContain(
    '{"id":16,"name":"Rex","categoryId":9223372036854775807,"status":"available"}',
  )
  const after = await start({ data })
  const again = createClient(after, after.key('free', 'w1'))
  const found = await again('/pets/16')
  expect(found.text).toBe(created.text)
  expect(found.headers.get('x-ratelimit-remaining')).toBe('59')
  expect(((await again('/pets', POST_REX)).body as { id: number }).id).toBe(17)
})

describe('the sandbox serves a file that was edited while the sandbox was stopped', () => {
  test.each([
    [
      'on one line',
      '{"nextIds": {}, "collections": {"pets": [{"id": 7, "name": "Own", "categoryId": 1, "status": "sold"}], "orders": []}}',
    ],
    [
      'an item over several lines',
      '{"nextIds": {},\n"collections": {\n"pets": [\n{"id": 7,\n"name": "Own", "categoryId": 1, "status": "sold"}\n],\n"orders": [\n]\n}}\n',
    ],
    [
      'as the sandbox writes it',
      '{"nextIds": {},\n"collections": {\n"pets": [\n{"id": 7, "name": "Own", "categoryId": 1, "status": "sold"}\n],\n"orders": [\n\n]\n}}\n',
    ],
  ])('%s', async (_title, content) => {
    const data = await createDirectory()
    await writeFile(join(data, 'w1.json'), content)
    const { call } = await startOn(data)
    expect((await call('/pets')).body).toEqual([{ id: 7, name: 'Own', categoryId: 1, status: 'sold' }])
    expect(((await call('/pets', POST_REX)).body as { id: number }).id).toBe(8)
  })
})

test('a world whose files have the names of version 0.2 is refused, and the message says how to rename them', async () => {
  const data = await createDirectory()
  await writeFile(join(data, '%571.json'), FITTING)
  const sandbox = await start({ data })
  const reply = await createClient(sandbox, sandbox.key('free', 'W1'))('/pets')
  expect(reply).toMatchObject({ status: 503, text: expect.stringContaining('%571.json: rename it to W1.json') })
  expect(await visible(data)).toEqual(['%571.json'])
})

test('items out of order are served in the order of their ids', async () => {
  const data = await createDirectory()
  const item = (id: number) => ({ id, name: `n${id}`, categoryId: 1, status: 'sold' })
  await writeFile(
    join(data, 'w1.json'),
    JSON.stringify({ nextIds: { pets: 3 }, collections: { pets: [item(9), item(2), item(30), item(4)], orders: [] } }),
  )
  const { call } = await startOn(data)
  expect((await call('/pets')).body).toEqual([2, 4, 9, 30].map(item))
  expect((await call('/pets/30')).body).toEqual(item(30))
  expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 31 })
})

test('symbolic links are followed and stay links: for a world file and the directory', async () => {
  const base = await realpath(await createDirectory())
  const data = join(base, 'link')
  await mkdir(join(base, 'elsewhere'))
  await symlink(join(base, 'elsewhere'), data)
  await mkdir(join(base, 'worlds'))
  await writeFile(join(base, 'worlds', 'mine.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
  await symlink('../worlds/mine.json', join(data, 'w1.json'))
  for (const id of [2, 3]) {
    const { sandbox, call } = await startOn(data)
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id })
    await sandbox.close()
    for (const link of [data, join(data, 'w1.json')]) expect((await lstat(link)).isSymbolicLink(), link).toBe(true)
    expect(await readFile(join(base, 'worlds', 'mine.json'), 'utf8')).toContain(`{"id":${id},"name":"Rex"`)
  }
  expect(await visible(join(base, 'elsewhere'))).toEqual(['w1.json'])
})

test.skipIf(process.platform !== 'linux')('the check writes a test file and removes it again', async () => {
  const data = await createDirectory()
  const store = await openFileStore(data)
  onTestFinished(() => store.close())
  await Promise.all([store.check(), store.check(), store.check()])
  expect(await readdir(data)).toEqual(['.lock.db'])
})

test.skipIf(process.platform === 'win32')(
  'links in a directory from elsewhere are not followed: the test file, the authority of HTTPS',
  async () => {
    const base = await createDirectory()
    const data = join(base, 'data')
    await mkdir(data)
    await writeFile(join(base, 'victim'), 'precious')
    for (const name of ['.probe', 'ca.pem', '.w1.json.tmp', '.w1.log.tmp']) await symlink('../victim', join(data, name))
    const secure = await start({ data, tls: true })
    expect((await lstat(join(data, 'ca.pem'))).isSymbolicLink()).toBe(false)
    await secure.close()
    const { call, sandbox } = await startOn(data)
    await expect(sandbox.health()).resolves.toMatchObject({ status: 'ok' })
    expect((await call('/pets', POST_REX)).status).toBe(201)
    expect(await readFile(join(base, 'victim'), 'utf8')).toBe('precious')
  },
)

/** Without rights of its own, so that the mode of a directory counts. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
/** A checkout in a folder of root alone has nothing that another user could start. */
const isOpen = process.platform !== 'win32' && (!isRoot || spawnSync('test', ['-r', MAIN], { uid: NOBODY }).status === 0)

test.skipIf(!isOpen)('a signal after the disk became read-only ends the sandbox with one line and its usual code', async () => {
  const data = await createDirectory()
  if (isRoot) await chown(data, NOBODY, NOBODY)
  const { child, url, finished } = await serve(['--data', data, '--tls'], {}, isRoot ? { uid: NOBODY } : {})
  const sandbox = await connectSandbox(new URL(url).origin, { ca: join(data, 'ca.pem') })
  await sandbox.world('w1').data.put({ pets: [] })
  await sandbox.world('w1').data.add('pets', { name: 'Rex', categoryId: 1, status: 'sold' })
  await chmod(data, 0o500)
  child.kill('SIGTERM')
  const { exitCode, output, errors } = await finished
  await chmod(data, 0o700)
  expect(output.match(/w1\.json: could not be written, so the changes stay in the log beside it: EACCES/g)).toHaveLength(1)
  expect([errors, exitCode]).toEqual(['', 143])
})

/** Prints the calls that matter to standard error. The sandbox stays the direct child. */
const TRACE = ['strace', '-D', '-f', '-qq', '-e', 'trace=fsync,fdatasync,rename']

test.skipIf(spawnSync('strace', ['-V']).status !== 0)(
  'a durable change waits for the disk: the file, and the directory around a rename',
  async () => {
    const data = await createDirectory()
    const { child, url, finished } = await serve(['--data', data, '--durable'], {}, { shell: TRACE })
    const headers = { authorization: 'Bearer sandbox_free_w1', 'content-type': 'application/json' }
    const create = () => fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(POST_REX.body) })
    for (let count = 0; count < 3; count += 1) expect((await create()).status).toBe(201)
    child.kill('SIGTERM')
    // Node.js renames files too, when it keeps compiled code.
    const calls = [...(await finished).errors.matchAll(/ (fsync|fdatasync|rename)\((?:\d|"[^"]*\/\.w1\.)/g)].map(([, call]) => call)
    const created = ['fsync', 'rename', 'fsync']
    // The first snapshot, the log with its first line, one more line, and the last snapshot.
    expect(calls.slice(0, 7)).toEqual([...created, ...created, 'fdatasync'])
    expect(calls.slice(-3)).toEqual(created)
  },
)

/** The rename before a failed sync of the directory has been carried out. */
test.skipIf(spawnSync('strace', ['-V']).status !== 0).each([
  { file: 'snapshot', sync: 2, statuses: [503, 201, 201] },
  { file: 'change log', sync: 4, statuses: [201, 503, 201] },
])('after the sync of the directory around a new $file failed, the next change is stored', async ({ sync, statuses }) => {
  const data = await createDirectory()
  const shell = ['strace', '-D', '-f', '-qq', '-e', 'trace=fsync', '-e', `inject=fsync:error=EIO:when=${sync}`]
  const { child, url, finished } = await serve(['--data', data, '--durable'], { UV_THREADPOOL_SIZE: '1' }, { shell })
  const headers = { authorization: 'Bearer sandbox_free_w1', 'content-type': 'application/json' }
  const replies: number[] = []
  for (const name of ['a', 'b', 'c'])
    replies.push((await fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) })).status)
  expect(replies).toEqual(statuses)
  child.kill('SIGKILL')
  await finished
  const names = (await (await start({ data })).world('w1').data.get()).pets?.slice(15).map(({ name }) => name)
  expect(names).toEqual(['a', 'b', 'c'].filter((_, index) => statuses[index] === 201))
})

test.skipIf(spawnSync('strace', ['-V']).status !== 0).each(['rename:when=1', 'unlink:when=1', 'unlink:when=2'])(
  'a deletion that is cut short leaves the whole world or nothing of it: at %s',
  async (place) => {
    const data = await createDirectory()
    const store = await openFileStore(data)
    const world = await openWorld(store, 'w1')
    for (const id of [1, 2]) await world.commit([{ put: 'pets', item: { ...JSON.parse(FITTING), id } }])
    // As after a kill: nothing folds the log.
    await store.close()
    const shell = ['strace', '-D', '-f', '-qq', '-e', 'trace=rename,unlink']
    for (const file of ['w1.json', 'w1.log']) shell.push('-P', join(data, file))
    const { child, url, finished } = await serve(
      ['--data', data],
      { UV_THREADPOOL_SIZE: '1' },
      { shell: [...shell, '-e', `inject=${place.replace(':', ':signal=KILL:')}`] },
    )
    await fetch(`${new URL(url).origin}/_sandbox/worlds/w1`, { method: 'DELETE' }).catch(() => {})
    child.kill('SIGKILL')
    await finished
    const pets = (await (await start({ data })).world('w1').data.get()).pets ?? []
    expect([2, 15]).toContain(pets.length)
  },
)

test.skipIf(process.platform === 'win32')('files that are links to themselves are a damaged world, which can be deleted', async () => {
  const data = await createDirectory()
  for (const file of ['w1.json', 'w1.log']) await symlink(file, join(data, file))
  const { sandbox, call } = await startOn(data)
  expect((await call('/pets')).status).toBe(503)
  expect(await sandbox.worlds.list()).toMatchObject([{ name: 'w1', damage: expect.stringMatching(/w1\.json: .*ELOOP/) }])
  await sandbox.world('w1').delete()
  expect(await visible(data)).toEqual([])
})

test('files with other names are not worlds', async () => {
  const data = await createDirectory()
  for (const name of ['ca.pem', '.hidden.json', 'a b.json', 'README.md', 'w.json.bak']) await writeFile(join(data, name), 'x')
  const store = await openFileStore(data)
  expect(await store.list()).toEqual([])
  await store.close()
})

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a directory that cannot be written is refused', async () => {
  const data = await createDirectory()
  await chmod(data, 0o500)
  await expect(openFileStore(data)).rejects.toThrow(/the data directory cannot be used: .*EACCES/)
  await chmod(data, 0o700)
})

test('a file instead of a data directory is refused', async () => {
  const data = join(await createDirectory(), 'file')
  await writeFile(data, '')
  await expect(openFileStore(data)).rejects.toThrow(/file: the data directory cannot be used: /)
})
