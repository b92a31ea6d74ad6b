// Damage in the files of a world, and incomplete lines, which are not damage.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import type { DamagedWorld } from '../../src/worlds/kept-worlds.ts'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory } from '../support/command.ts'
import { FITTING, LINE, POST_REX, startOn, visible } from '../support/data-directory.ts'
import { EVENT_MS } from '../support/patience.ts'
import { createClient, start } from '../support/sandbox.ts'

describe('the last line of a log, without its line end', () => {
  test.each(['{', '{"pu', '{"put":"pets","item":{"id":17,"na', '{"set":{"nextIds":{', '{"remove":"pe', LINE.slice(0, -1)])(
    'is dropped and reported when its write was interrupted: %s',
    async (torn) => {
      const data = await createDirectory()
      await writeFile(join(data, 'w1.log'), `${LINE}\n${torn}`)
      const { sandbox, call, said } = await startOn(data)
      expect((await sandbox.world('w1').data.get()).pets).toHaveLength(16)
      expect((await call('/pets', POST_REX)).body).toMatchObject({ id: 17 })
      await sandbox.close()
      expect(said().match(/w1\.log: the last line is incomplete/g)).toHaveLength(1)
      expect((await (await start({ data })).world('w1').data.get()).pets).toHaveLength(17)
    },
  )

  test('may end within a character of several bytes', async () => {
    const data = await createDirectory()
    const bytes = Buffer.from(LINE)
    await writeFile(join(data, 'w1.log'), bytes.subarray(0, bytes.indexOf('ë') + 1))
    const { sandbox } = await startOn(data)
    expect((await sandbox.world('w1').data.get()).pets).toHaveLength(15)
  })

  test('is kept when it is a complete change, for example from an editor', async () => {
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
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A file of a world, the damage in it, and the message about the damage. */
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
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}`, /\.json:4: this stored world cannot be read/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n]\n}}\nmore`, /\.json:7: this stored world cannot be read/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n]\n"orders": [\n\n]\n}}\n`, /\.json: this stored/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING}\n],\n"pets": [\n\n]\n}}\n`, /\.json: .*"pets" is used twice/],
  ['json', `{"nextIds": {},\n"collections": {\n"pets": [\n${FITTING},\n${FITTING}\n]\n}}\n`, /\.json: pets: two items have the same id/],
  ['log', '{"set":{}}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"set":null}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"remove":"pets"}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"remove":"pets","id":"1"}\n', /\.log:1: this stored world cannot be read: it must hold "put"/],
  ['log', '{"remove":"cats","id":1}\n', /\.log:1: cats is not a collection; the collections are pets, orders/],
  ['log', '{"put":"pets","item":{"id":1,"name":7}}\n', /\.log:1: pets\[0\]\.categoryId is missing/],
  ['log', `${LINE}\n{"put":"cats","item":{"id":1}}\n`, /\.log:2: cats is not a collection; the collections are pets, orders/],
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

describe('a damaged world is named, refused and not changed; the other worlds work', () => {
  let data = ''
  let sandbox: Sandbox
  const lines: string[] = []
  const health = async () => (await (await fetch(`${sandbox.origin}/_sandbox/health`)).json()) as { damaged: DamagedWorld[] }

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
    for (const [index, [file, content]] of DAMAGED.entries()) await writeFile(join(data, `w${index}.${file}`), content)
    sandbox = await startSandbox({ data, log: { format: 'text', write: (text) => lines.push(text) } })
    await vi.waitFor(async () => expect((await health()).damaged).toHaveLength(DAMAGED.length), { timeout: EVENT_MS })
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
