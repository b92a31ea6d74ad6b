// Worlds as files, as a person finds them in the data directory.

import { existsSync } from 'node:fs'
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import type { DamagedWorld } from '../../src/worlds/kept-worlds.ts'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory, run } from '../support/command.ts'
import { createClient, start } from '../support/sandbox.ts'

const REX = { name: 'Rex', categoryId: 1 }
const POST_REX = { method: 'POST', body: REX }
const visible = async (directory: string) => (await readdir(directory)).filter((name) => !name.startsWith('.'))

/** A sandbox on a directory, its log, and a client of its world w1. */
async function startOn(data: string, options: Parameters<typeof start>[0] = {}) {
  const lines: string[] = []
  const sandbox = await start({ data, log: { format: 'text', write: (text) => lines.push(text) }, ...options })
  return { sandbox, call: createClient(sandbox, sandbox.key('free', 'w1')), said: () => lines.join('') }
}

test('what was created is there after a restart, sessions are not', async () => {
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

test('a world that was only read leaves no file', async () => {
  const data = await createDirectory()
  const { sandbox, call } = await startOn(data)
  await call('/pets')
  await sandbox.close()
  expect(await readdir(data)).toEqual([])
})

describe('a file edited while the sandbox is stopped is what it serves next', () => {
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

const LINE = '{"put":"pets","item":{"id":16,"name":"Rëx","categoryId":1,"status":"sold"}}'

describe('the last line of a log, without its line end', () => {
  test.each(['{', '{"pu', '{"put":"pets","item":{"id":17,"na', '{"set":{"nextIds":{', '{"remove":"pe', LINE.slice(0, -1)])(
    'is dropped and said when a write was cut short: %s',
    async (torn) => {
      const data = await createDirectory()
      await writeFile(join(data, 'w1.log'), `${LINE}\n${torn}`)
      const { sandbox, call, said } = await startOn(data)
      expect((await sandbox.world('w1').data.get()).pets).toHaveLength(16)
      expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 17 })
      await sandbox.close()
      expect(said().match(/w1\.log: the last line was cut short/g)).toHaveLength(1)
      expect((await (await start({ data })).world('w1').data.get()).pets).toHaveLength(17)
    },
  )

  test('is cut off within a character of several bytes', async () => {
    const data = await createDirectory()
    const bytes = Buffer.from(LINE)
    await writeFile(join(data, 'w1.log'), bytes.subarray(0, bytes.indexOf('ë') + 1))
    const { sandbox } = await startOn(data)
    expect((await sandbox.world('w1').data.get()).pets).toHaveLength(15)
  })

  test('is kept when it is a whole change, as an editor may leave it', async () => {
    const data = await createDirectory()
    await writeFile(join(data, 'w1.log'), LINE)
    const store = await openFileStore(data)
    const world = await store.open('w1')
    expect(world.saved).toEqual({ changes: [JSON.parse(LINE)] })
    await world.append([{ remove: 'pets', id: 16 }])
    await world.append([{ remove: 'pets', id: 15 }])
    await world.close()
    expect(await readFile(join(data, 'w1.log'), 'utf8')).toBe(`${LINE}\n{"remove":"pets","id":16}\n{"remove":"pets","id":15}\n`)
    await store.close()
  })
})

const STRAY = '{"id":1,"name":"x","categoryId":1,"status":"sold","nick":"x"}'
const FITTING = '{"id":1,"name":"x","categoryId":1,"status":"sold"}'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A file of a world, what is damaged in it, and how that is named. */
const DAMAGED: readonly [file: 'json' | 'log', content: string | Buffer, message: RegExp][] = [
  ['json', '{"nextIds": {', /\.json: this stored world cannot be read: .*position 13/],
  ['json', '', /\.json: this stored world cannot be read/],
  ['json', '[]', /\.json: this stored world cannot be read: it must hold "nextIds", with/],
  ['json', '{"nextIds":{},"collections":{"pets":[{"id":1}]}}', /\.json: pets\[0\]\.name is missing: send a string/],
  ['log', '{"put":\n{}\n', /\.log:1: this stored world cannot be read/],
  ['json', '{"nextIds":null,"collections":{}}', /\.json: this stored world cannot be read: it must hold "nextIds", with/],
  ['json', '{"nextIds":{"pets":"7"},"collections":{}}', /\.json: this stored world cannot be read: it must hold "nextIds", with/],
  ['json', '{"nextIds":{},"collections":{"pets":{}}}', /\.json: this stored world cannot be read: it must hold "nextIds", with/],
  ['json', '{"nextIds": {},\n"collections": {\n"pets": [\n{"id":1},\n{"id":2,\n]\n}}\n', /\.json:5: this stored world cannot be read/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}`, /\.json: this stored world cannot be read/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n]\n}}\nmore`, /\.json: this stored world cannot be read/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n]\n"orders": [\n\n]\n}}\n`, /\.json: this stored/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n],\n"pets": [\n\n]\n}}\n`, /\.json: .*"pets" stands twice/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING},\n${FITTING}\n]\n}}\n`, /\.json: pets: an id stands twice/],
  ['log', '{"set":{}}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"set":null}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"remove":"pets"}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"remove":"pets","id":"1"}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"remove":"cats","id":1}\n', /\.log:1: cats is no collection: there are pets, orders/],
  ['log', '{"put":"pets","item":{"id":1,"name":7}}\n', /\.log:1: pets\[0\]\.categoryId is missing/],
  ['log', `${LINE}\n{"put":"cats","item":{"id":1}}\n`, /\.log:2: cats is no collection: there are pets, orders/],
  ['log', `{"set":{"nextIds":{},"collections":{"pets":[${STRAY}]}}}\n`, /\.log:1: pets\[0\]\.nick is not in the contract/],
  ['json', `{"nextIds":{},"collections":{"pets":[${STRAY}]}}`, /\.json: pets\[0\]\.nick is not in the contract/],
  ['log', `{"put":"pets","item":${STRAY}}\n`, /\.log:1: pets\[0\]\.nick is not in the contract/],
  ['json', '{"nextIds":{},"collections":{"pets":[{"id":1,"name":"x","categoryId":1}]}}', /\.json: pets\[0\]\.status is missing/],
  ['json', latin1('{"nextIds":{},"collections":{"\xff":[]}}'), /\.json: this stored world cannot be read: .*utf-8/],
  ['log', latin1('{"put":"p\xff"}\n'), /\.log:1: this stored world cannot be read: .*utf-8/],
  ['log', '{"put":"pets"}\n', /\.log:1: this stored world cannot be read: it must hold "put" and an "item" with an id/],
  ['log', '{"put":"pets"}', /\.log:1: this stored world cannot be read: it must hold "put" and an "item" with an id/],
  ['log', 'x'.repeat(100_000), /\.log:1: this stored world cannot be read/],
  ['log', 'garbage\n'.repeat(1000), /\.log:1: this stored world cannot be read/],
  ['log', `${LINE}\ngarbage`, /\.log:2: this stored world cannot be read/],
  ['log', Buffer.alloc(4096), /\.log:1: this stored world cannot be read/],
  ['log', `${LINE}\n{"put":"pets","item":{"id":17,"na\0\0\0\0`, /\.log:2: this stored world cannot be read/],
  ['log', `\n${LINE}\n`, /\.log:1: this stored world cannot be read/],
]

describe('a damaged world is named, refused, and left as it is; the others work', () => {
  let data = ''
  let sandbox: Sandbox
  const lines: string[] = []
  const health = async () => (await (await fetch(`${sandbox.origin}/_sandbox/health`)).json()) as { damaged: DamagedWorld[] }

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
    for (const [index, [file, content]] of DAMAGED.entries()) await writeFile(join(data, `w${index}.${file}`), content)
    sandbox = await startSandbox({ data, log: { format: 'text', write: (text) => lines.push(text) } })
    await vi.waitFor(async () => expect((await health()).damaged).toHaveLength(DAMAGED.length), { timeout: 10_000 })
  })
  afterAll(async () => {
    await sandbox.close()
    await rm(data, { recursive: true })
  })

  test.each(DAMAGED.map(([file, content, message], index) => ({ file: `w${index}.${file}`, name: `w${index}`, content, message })))(
    '$file: $content',
    async ({ file, name, content, message }) => {
      const place = new RegExp(name + message.source)
      expect((await health()).damaged.find(({ world }) => world === name)?.reason).toMatch(place)
      const call = createClient(sandbox, sandbox.key('free', name))
      expect(await call('/pets')).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringMatching(place) } })
      expect((await call('/pets', POST_REX)).status).toBe(503)
      await expect(sandbox.world(name).reset()).rejects.toThrow(place)
      expect((await createClient(sandbox, sandbox.key('free', 'other'))('/pets', POST_REX)).status).toBe(201)
      const said = lines
        .join('')
        .split('\n')
        .filter((line) => line.includes(`the world ${name} is damaged: `))
      expect(said).toEqual([expect.stringMatching(place)])
      expect((await readFile(join(data, file))).equals(Buffer.from(content))).toBe(true)
      expect((await visible(data)).filter((one) => one.startsWith(`${name}.`))).toEqual([file])
    },
  )

  test('its session works: limits are counted, and calls stand in its journal', async () => {
    const data = await createDirectory()
    await writeFile(join(data, 'w1.json'), 'nonsense')
    const { sandbox, call } = await startOn(data)
    expect((await call('/pets')).headers.get('x-ratelimit-remaining')).toBe('59')
    expect((await call('/pets')).headers.get('x-ratelimit-remaining')).toBe('58')
    await sandbox.world('w1').clock.set({ now: '2030-12-05T00:00:01Z', frozen: true })
    expect((await call('/pets')).headers.get('date')).toBe('Thu, 05 Dec 2030 00:00:01 GMT')
    expect((await call('/nowhere')).status).toBe(404)
    expect((await call('/pets', { headers: { 'sandbox-scenario': 'server-error' } })).status).toBe(500)
    expect(await sandbox.world('w1').exchanges()).toHaveLength(5)
  })

  test('mended or deleted while the sandbox runs, it is served', async () => {
    const data = await createDirectory()
    await writeFile(join(data, 'w1.json'), 'nonsense')
    const { sandbox, call } = await startOn(data)
    expect((await call('/pets')).status).toBe(503)
    await writeFile(join(data, 'w1.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
    const mended = await call('/pets')
    expect(mended).toMatchObject({ status: 200, body: [JSON.parse(FITTING)] })
    expect(mended.headers.get('x-ratelimit-remaining')).toBe('58')
    expect(await (await fetch(`${sandbox.origin}/_sandbox/health`)).json()).toEqual({ status: 'ok' })
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 2 })
  })
})

// The first change of a world writes its snapshot, the others a log: either may find no room.
test.skipIf(process.platform !== 'linux').each(['.w1.json.tmp', 'w1.log'])(
  'a full disk turns changes into 503, undone, and leaves reads working: %s',
  async (file) => {
    const data = await createDirectory()
    const { call } = await startOn(data)
    const isFirst = file !== 'w1.log'
    if (!isFirst) {
      await call('/pets', POST_REX)
      await expect.poll(() => existsSync(join(data, file)), { timeout: 5000 }).toBe(false)
    }
    const before = (await call('/pets?limit=100')).body
    await symlink('/dev/full', join(data, file))
    const refused = await call('/pets', POST_REX)
    expect(refused.status).toBe(503)
    expect(refused.body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('no space left') })
    expect((await call('/pets?limit=100')).body).toEqual(before)
    await rm(join(data, file))
    const next = (before as unknown[]).length + 1
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id: next })
  },
)

test.skipIf(process.platform === 'win32')('nothing is acknowledged into a directory that was deleted', async () => {
  const data = await createDirectory()
  const { sandbox, call, said } = await startOn(data)
  expect((await call('/pets', POST_REX)).status).toBe(201)
  await rm(data, { recursive: true })
  expect((await call('/pets', POST_REX)).body).toMatchObject({ code: 'unavailable' })
  expect((await call('/pets/16')).status).toBe(200)
  expect((await fetch(`${sandbox.origin}/_sandbox/health`)).status).toBe(503)
  await sandbox.close()
  expect(said()).toMatch(/w1\.json: could not be written: ENOENT/)
})

/** A world with a snapshot and a log, and one animal in each. */
async function startWithBoth() {
  const data = await createDirectory()
  await writeFile(join(data, 'w1.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
  const started = await startOn(data)
  expect((await started.call('/pets', POST_REX)).body).toMatchObject({ id: 2 })
  return { data, ...started }
}

describe('a file that somebody deletes while the sandbox runs is noticed before the next change, and written anew', () => {
  test.skipIf(process.platform === 'win32').each<[string, (data: string) => Promise<void>, RegExp]>([
    ['the snapshot', (data) => rm(join(data, 'w1.json')), /w1\.json was deleted/],
    ['the log', (data) => rm(join(data, 'w1.log')), /w1\.log was deleted/],
    ['the log, moved', (data) => rename(join(data, 'w1.log'), join(data, 'x')), /w1\.log was deleted/],
    ['the log, emptied', (data) => truncate(join(data, 'w1.log')), /w1\.log was deleted/],
    [
      'the directory, made again',
      async (data) => {
        await rm(data, { recursive: true })
        await mkdir(data)
      },
      /was deleted/,
    ],
  ])('%s', async (_title, remove, message) => {
    const { data, sandbox, call } = await startWithBoth()
    await remove(data)
    const refused = await call('/pets', POST_REX)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringMatching(message) } })
    expect((await call('/pets/2')).status).toBe(200)
    expect((await call('/pets/3')).status).toBe(404)
    await expect.poll(async () => (await call('/pets', POST_REX)).status, { timeout: 10_000, interval: 200 }).toBe(201)
    await sandbox.close()
    expect((await (await start({ data })).world('w1').data.get()).pets).toHaveLength(3)
  })
})

describe('a file that somebody changes while the sandbox runs is left as it is, and changes are refused', () => {
  test.skipIf(process.platform === 'win32').each<[string, (data: string) => Promise<void>, RegExp]>([
    ['the snapshot', (data) => appendFile(join(data, 'w1.json'), ' '), /w1\.json was changed by somebody else/],
    ['the log', (data) => appendFile(join(data, 'w1.log'), `${LINE}\n`), /w1\.log was changed by somebody else/],
  ])('%s', async (_title, change, message) => {
    const { data, sandbox, call, said } = await startWithBoth()
    await change(data)
    const files = async () => [await readFile(join(data, 'w1.json'), 'utf8'), await readFile(join(data, 'w1.log'), 'utf8')]
    const before = await files()
    const refused = await call('/pets', POST_REX)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringMatching(message) } })
    expect((await call('/pets/2')).status).toBe(200)
    await sandbox.close()
    expect(said()).toMatch(message)
    expect(await files()).toEqual(before)
  })

  test('a world that was new, and stands in the directory all at once', async () => {
    const data = await createDirectory()
    const { call } = await startOn(data)
    await call('/pets')
    await writeFile(join(data, 'w1.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
    expect((await call('/pets', POST_REX)).body).toMatchObject({ message: expect.stringMatching(/w1\.json was changed by somebody else/) })
    expect(await readFile(join(data, 'w1.json'), 'utf8')).toContain('"x"')
  })
})

test.skipIf(process.platform !== 'linux')('a file without an end is not read, and an endless place not made', async () => {
  const data = await createDirectory()
  await symlink('/dev/zero', join(data, 'w1.log'))
  const { call } = await startOn(data)
  expect((await call('/pets')).body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('it is no regular file') })
  expect(await run(['--port', '0', '--data', '/proc/x'])).toMatchObject({ exitCode: 3, errors: expect.stringContaining('cannot be used') })
})

test('a symbolic link is followed and stays a link: of a world file, a log and the directory', async () => {
  const base = await realpath(await createDirectory())
  const data = join(base, 'link')
  await mkdir(join(base, 'elsewhere'))
  await symlink(join(base, 'elsewhere'), data)
  await mkdir(join(base, 'worlds'))
  await writeFile(join(base, 'worlds', 'mine.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
  await symlink('../worlds/mine.json', join(data, 'w1.json'))
  await symlink('../worlds/mine.log', join(data, 'w1.log'))
  for (const id of [2, 3]) {
    const { sandbox, call } = await startOn(data)
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id })
    await sandbox.close()
    for (const link of [data, join(data, 'w1.json'), join(data, 'w1.log')]) expect((await lstat(link)).isSymbolicLink(), link).toBe(true)
    expect(await readFile(join(base, 'worlds', 'mine.json'), 'utf8')).toContain(`{"id":${id},"name":"Rex"`)
  }
  expect((await visible(join(base, 'elsewhere'))).sort()).toEqual(['w1.json', 'w1.log'])
})

test('links to what is not there yet are followed too', async () => {
  const base = await createDirectory()
  await symlink(join(base, 'new', 'data'), join(base, 'link'))
  const { sandbox, call } = await startOn(join(base, 'link'))
  await symlink(join(base, 'new', 'w1'), join(base, 'link', 'w1.json'))
  expect((await call('/pets', POST_REX)).status).toBe(201)
  await sandbox.close()
  expect(await readFile(join(base, 'new', 'w1'), 'utf8')).toContain('Rex')
  await symlink(join(base, 'round'), join(base, 'round'))
  await expect(openFileStore(join(base, 'round'))).rejects.toThrow(/round: the data directory cannot be used: .*too many links/)
})

test('what an interrupted write has left goes at the start, and nothing else', async () => {
  const data = await createDirectory()
  const others = ['.x.json.tmp', '.w.log.tmp', '.notes.tmp', '.env', 'w.tmp', 'ca.pem']
  for (const name of others) await writeFile(join(data, name), '')
  const { sandbox } = await startOn(data)
  expect((await readdir(data)).filter((name) => others.includes(name)).sort()).toEqual(['.env', '.notes.tmp', 'ca.pem', 'w.tmp'])
  await sandbox.close()
})

test('files that are no worlds are none', async () => {
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

test('a file in place of a data directory is refused', async () => {
  const data = join(await createDirectory(), 'file')
  await writeFile(data, '')
  await expect(openFileStore(data)).rejects.toThrow(/file: the data directory cannot be used: /)
})
