// Damage in the files of a world, and incomplete lines, which are not damage.

import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Health } from '../../src/ground/generated/control.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory } from '../support/command.ts'
import { FITTING, KEPT, LINE, lineOf, POST_REX, startOn, visible } from '../support/data-directory.ts'
import { EVENT_MS } from '../support/patience.ts'
import { createClient, start } from '../support/sandbox.ts'
import { openWorld } from '../support/stores.ts'

describe('the last line of a log, without its line end', () => {
  test.each(['{', '{"comm', '{"commit":2,"changes":[{"put":"pets","item":{"id":17,"na', LINE.slice(0, -2)])(
    'is dropped and reported when its write was interrupted: %s',
    async (torn) => {
      const data = await createDirectory()
      await writeFile(join(data, 'w1.json'), KEPT)
      await writeFile(join(data, 'w1.log'), LINE + torn)
      const { sandbox, call, said } = await startOn(data)
      expect((await sandbox.world('w1').data.get()).pets).toHaveLength(2)
      expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 17 })
      await sandbox.close()
      expect(said().match(/w1\.log: the last line is incomplete/g)).toHaveLength(1)
      expect((await (await start({ data })).world('w1').data.get()).pets).toHaveLength(3)
    },
  )

  test('may end within a character of several bytes', async () => {
    const data = await createDirectory()
    const bytes = Buffer.from(LINE)
    await writeFile(join(data, 'w1.json'), KEPT)
    await writeFile(join(data, 'w1.log'), bytes.subarray(0, bytes.indexOf('ë') + 1))
    const { sandbox } = await startOn(data)
    expect((await sandbox.world('w1').data.get()).pets).toHaveLength(1)
  })

  test('is kept when it is a complete change', async () => {
    const data = await createDirectory()
    await writeFile(join(data, 'w1.json'), KEPT)
    await writeFile(join(data, 'w1.log'), LINE.trimEnd())
    const { sandbox, call } = await startOn(data)
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 17 })
    await sandbox.close()
    expect((await (await start({ data })).world('w1').data.get()).pets?.map(({ id }) => id)).toEqual([1, 16, 17])
  })
})

/** Writes a world with a log of three commits and returns both files. The process is gone, as after `kill -9`. */
async function writeWorld(data: string, name: string): Promise<{ json: string; log: string; lines: string[] }> {
  const store = await openFileStore(data)
  const world = await openWorld(store, name)
  await world.commit([{ set: JSON.parse(KEPT) }])
  for (const id of [2, 3, 4]) await world.commit([{ put: 'pets', item: { ...JSON.parse(FITTING), id, name } }])
  const [json, log] = await Promise.all(['json', 'log'].map((kind) => readFile(join(data, `${name}.${kind}`), 'utf8')))
  await world.close()
  await store.close()
  return { json: String(json), log: String(log), lines: String(log).split('\n') }
}

describe('files that do not fit together are damage', () => {
  type Files = Awaited<ReturnType<typeof writeWorld>>
  test.each<[string, (own: Files, other: Files) => [json: string | undefined, log: string | undefined], RegExp]>([
    [
      'a log without its snapshot',
      ({ log }) => [undefined, log],
      /w1\.log: the data before its changes is missing, in the file .*w1\.json/,
    ],
    ['an emptied log', ({ json }) => [json, ''], /w1\.log: the file was emptied, so changes are lost/],
    ['an emptied snapshot', ({ log }) => ['', log], /w1\.json: this stored world cannot be read/],
    ['the snapshot of another world', ({ log }, other) => [other.json, log], /w1\.json: .*its checksum does not fit/],
    ['the log of another world', ({ json }, other) => [json, other.log], /w1\.log:1: .*its checksum does not fit/],
    [
      'a changed item in the snapshot',
      ({ json, log }) => [json.replace('"sold"', '"pending"'), log],
      /w1\.json: .*If you changed it, write ,"checksum": "edited" near/,
    ],
    ['a changed line', ({ json, log }) => [json, log.replace('"id":3', '"id":5')], /w1\.log:2: .*its checksum does not fit/],
    [
      'a line that is missing',
      ({ json, lines }) => [json, [lines[0], ...lines.slice(2)].join('\n')],
      /w1\.log:2: .*commit 3 is missing before commit 4/,
    ],
    ['the first lines missing', ({ json, lines }) => [json, lines.slice(1).join('\n')], /w1\.log:1: .*commit 2 is missing before commit 3/],
    ['lines in another order', ({ json, lines: [a, b, c] }) => [json, [b, a, c, ''].join('\n')], /w1\.log:1: .*commit 2 is missing/],
    [
      'a snapshot without its checksum',
      ({ json, log }) => [json.replace(/\n,"checksum".*/, ''), log],
      /w1\.json: .*its checksum is missing.*write ,"checksum": "edited" near/,
    ],
    ['a snapshot in another layout', ({ json, log }) => [JSON.stringify(JSON.parse(json)), log], /w1\.json: .*its checksum does not fit/],
  ])('%s', async (_title, change, message) => {
    const data = await createDirectory()
    const own = await writeWorld(data, 'w1')
    const other = await writeWorld(data, 'w2')
    for (const file of await visible(data)) await rm(join(data, file))
    const [json, log] = change(own, other)
    if (json !== undefined) await writeFile(join(data, 'w1.json'), json)
    if (log !== undefined) await writeFile(join(data, 'w1.log'), log)
    const { call } = await startOn(data)
    expect((await call('/pets')).body).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) })
  })

  test.each<[string, (json: string) => string]>([
    ['with one item changed', (json) => json.replace('"sold"', '"pending"').replace(/"checksum".*/, '"checksum": "edited"')],
    ['in another layout', (json) => JSON.stringify({ ...JSON.parse(json.replace('"sold"', '"pending"')), checksum: 'edited' }, null, 2)],
  ])('a snapshot that a person edited is taken, with a notice, and its log with it: %s', async (_title, edit) => {
    const data = await createDirectory()
    const { json, log } = await writeWorld(data, 'w1')
    await writeFile(join(data, 'w1.json'), edit(json))
    await writeFile(join(data, 'w1.log'), log)
    const { call, said, sandbox } = await startOn(data)
    const pets = (await call('/pets')).body as { id: number; status: string }[]
    expect(pets.map(({ id, status }) => `${id} ${status}`)).toEqual(['1 pending', '2 sold', '3 sold', '4 sold'])
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 5 })
    await sandbox.close()
    expect(said()).toMatch(/w1\.json: a person edited this file, or an earlier version wrote it/)
    expect(await readFile(join(data, 'w1.json'), 'utf8')).toMatch(/\n,"checksum": "[0-9a-f]{8}"\n\}\n$/)
  })

  test.each([2, 3])('a log whose changes the snapshot already has is no damage, also after another change: %i lines', async (count) => {
    const data = await createDirectory()
    const { lines } = await writeWorld(data, 'w1')
    await writeFile(join(data, 'w1.log'), lines.slice(0, count).join('\n').concat('\n'))
    const { call } = await startOn(data)
    expect((await call('/pets')).body).toHaveLength(4)
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 5 })
    // As after a kill: a sandbox that is closed would remove the log.
    const copy = await createDirectory()
    for (const file of await visible(data)) await copyFile(join(data, file), join(copy, file))
    expect((await (await startOn(copy)).call('/pets')).body).toHaveLength(5)
  })
})

const STRAY = { id: 1, name: 'x', categoryId: 1, status: 'sold', nick: 'x' }
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A file of a world, the damage in it, and the message about the damage. The log of the world `index` has lines with its name. */
const DAMAGED: readonly [file: 'json' | 'log', content: string | Buffer | ((world: string) => string), message: RegExp][] = [
  ['json', '{"nextIds": {', /\.json: this stored world cannot be read: .*position 13/],
  ['json', '{"nextIds":{},"collections":{"pets":[{"id":1}]}}', /\.json: pets\[0\]\.name is missing: send a string/],
  ['log', '{"put":\n{}\n', /\.log:1: this stored world cannot be read/],
  [
    'json',
    '{"nextIds": {},\n"collections": {\n"pets": [\n{"id":1},\n{"id":2,\n]\n}}\n',
    /\.json: this stored world cannot be read: .*line 6 column 1/,
  ],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n]\n}}\nmore`, /\.json: this stored world cannot be read: .*line 7/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n]\n"orders": [\n\n]\n}}\n`, /\.json: this stored/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n],\n"pets": [\n\n]\n}}\n`, /\.json: .*"pets" is used twice/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING},\n${FITTING}\n]\n}}\n`, /\.json: pets.1.: another item has the id/],
  ['log', (world) => lineOf({ id: 1, name: 7 }, { world }), /\.log: pets\[0\]\.categoryId is missing/],
  ['log', (world) => lineOf({ id: 1 }, { world, put: 'cats' }), /\.log: cats is not a collection; the collections are pets, orders/],
  ['json', JSON.stringify({ nextIds: {}, collections: { pets: [STRAY] } }), /\.json: pets\[0\]\.nick is not in the contract/],
  ['log', (world) => lineOf(STRAY, { world }), /\.log: pets\[0\]\.nick is not in the contract/],
  ['json', '{"nextIds":{},"collections":{"pets":[{"id":1,"name":"x","status":"sold"}]}}', /\.json: pets\[0\]\.categoryId is missing/],
  ['json', latin1('{"nextIds":{},"collections":{"\xff":[]}}'), /\.json: this stored world cannot be read: .*utf-8/],
  ['log', latin1('{"commit":1,"p\xff"}\n'), /\.log:1: this stored world cannot be read: .*utf-8/],
  ['log', '{"commit":1,"changes":[]}\n', /\.log:1: this stored world cannot be read: its checksum does not fit/],
  ['log', 'x'.repeat(100_000), /\.log:1: this stored world cannot be read/],
  ['log', (world) => `${lineOf({ id: 16 }, { world })}garbage`, /\.log:2: this stored world cannot be read/],
  ['log', Buffer.alloc(4096), /\.log:1: this stored world cannot be read/],
  ['log', (world) => `${lineOf({ id: 16 }, { world })}{"commit":2,"cha\0\0\0\0`, /\.log:2: this stored world cannot be read/],
  ['log', (world) => `\n${lineOf({ id: 16 }, { world })}`, /\.log:1: this stored world cannot be read/],
]

const contentOf = (content: (typeof DAMAGED)[number][1], index: number) => (typeof content === 'function' ? content(`w${index}`) : content)

describe('a damaged world is named, refused and not changed; the other worlds work', () => {
  let data = ''
  let sandbox: Sandbox
  const lines: string[] = []
  const health = async () => (await (await fetch(`${sandbox.origin}/_sandbox/health`)).json()) as Health

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
    for (const [index, [file, content]] of DAMAGED.entries()) {
      if (file === 'log') await writeFile(join(data, `w${index}.json`), KEPT)
      await writeFile(join(data, `w${index}.${file}`), contentOf(content, index))
    }
    sandbox = await startSandbox({ data, log: { format: 'text', write: (text) => lines.push(text) } })
    await vi.waitFor(async () => expect((await health()).damaged).toHaveLength(DAMAGED.length), { timeout: EVENT_MS })
  })
  afterAll(async () => {
    await sandbox.close()
    await rm(data, { recursive: true })
  })

  test.each(
    DAMAGED.map(([file, content, message], index) => ({
      file: `w${index}.${file}`,
      name: `w${index}`,
      content: contentOf(content, index),
      message,
    })),
  )('$file: $content', async ({ file, name, content, message }) => {
    const place = new RegExp(`${name}.*${message.source}`)
    expect((await health()).damaged?.find(({ world }) => world === name)?.reason).toMatch(place)
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
    expect((await visible(data)).filter((one) => one.startsWith(`${name}.`))).toEqual(
      file.endsWith('log') ? [`${name}.json`, file] : [file],
    )
  })

  test('its session works: limits are counted, and its journal has the calls', async () => {
    const data = await createDirectory()
    await writeFile(join(data, 'w1.json'), 'nonsense')
    const { sandbox, call } = await startOn(data)
    expect((await call('/pets')).headers.get('x-ratelimit-remaining')).toBe('59')
    expect((await call('/pets')).headers.get('x-ratelimit-remaining')).toBe('58')
    await sandbox.world('w1').clock.set({ now: '2030-12-05T00:00:01Z', frozen: true })
    expect((await call('/pets')).headers.get('date')).toBe('Thu, 05 Dec 2030 00:00:01 GMT')
    expect((await call('/nowhere')).status).toBe(404)
    expect((await call('/pets', { headers: { 'sandbox-scenario': 'server-error' } })).status).toBe(500)
    expect(await sandbox.world('w1').requests.list()).toHaveLength(5)
  })

  test('it is served after it was repaired or deleted while the sandbox runs', async () => {
    const data = await createDirectory()
    await writeFile(join(data, 'w1.json'), 'nonsense')
    const { sandbox, call } = await startOn(data)
    expect((await call('/pets')).status).toBe(503)
    await writeFile(join(data, 'w1.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
    const mended = await call('/pets')
    expect(mended).toMatchObject({ status: 200, body: [JSON.parse(FITTING)] })
    expect(mended.headers.get('x-ratelimit-remaining')).toBe('58')
    expect(await sandbox.health()).toEqual({ status: 'ok', sandbox: expect.any(String), worlds: expect.any(Number) })
    expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 2 })
  })
})
