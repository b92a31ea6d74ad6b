import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '../src/sandbox.ts'
import { createDirectory, run, serve } from './support/command.ts'
import { createClient, start } from './support/sandbox.ts'

const REX = { name: 'Rex', categoryId: 1 }

test('what was created is there after a restart, sessions are not', async () => {
  const data = await createDirectory()
  const before = await start({ data })
  const call = createClient(before, before.key('free', 'w1'))
  const created = await call('/pets', { method: 'POST', body: `{"name":"Rex","categoryId":9223372036854775807}` })
  await before.world('w1').clock.set({ now: '2031-01-01T00:00:00Z' })
  await before.close()
  expect((await readdir(data)).filter((name) => !name.startsWith('.'))).toEqual(['w1.json'])
  expect(await readFile(join(data, 'w1.json'), 'utf8')).toContain(
    '{"id":16,"name":"Rex","categoryId":9223372036854775807,"status":"available"}',
  )
  const after = await start({ data })
  const again = createClient(after, after.key('free', 'w1'))
  const found = await again('/pets/16')
  expect(found.text).toBe(created.text)
  expect(found.headers.get('x-ratelimit-remaining')).toBe('59')
  expect(((await again('/pets', { method: 'POST', body: REX })).body as { id: number }).id).toBe(17)
})

test('a world that was only read leaves no file', async () => {
  const data = await createDirectory()
  const sandbox = await start({ data })
  await createClient(sandbox, sandbox.key('free', 'w1'))('/pets')
  await sandbox.close()
  expect((await readdir(data)).filter((name) => !name.startsWith('.'))).toEqual([])
})

test('a file edited while the sandbox is stopped is what it serves next', async () => {
  const data = await createDirectory()
  await writeFile(
    join(data, 'w1.json'),
    '{"nextIds": {}, "collections": {"pets": [{"id": 7, "name": "Own", "categoryId": 1, "status": "sold"}], "orders": []}}',
  )
  const sandbox = await start({ data })
  const call = createClient(sandbox, sandbox.key('free', 'w1'))
  expect((await call('/pets')).body).toEqual([{ id: 7, name: 'Own', categoryId: 1, status: 'sold' }])
  expect(((await call('/pets', { method: 'POST', body: REX })).body as { id: number }).id).toBe(8)
})

test('kill -9 under load loses nothing acknowledged', async () => {
  const data = await createDirectory()
  for (let round = 0; round < 3; round += 1) {
    const { child, url, finished } = await serve(['--data', data, '--limits', 'off', '--log', 'json'])
    const headers = { authorization: 'Bearer sandbox_enterprise', 'content-type': 'application/json' }
    const acknowledged = new Map<number, string>()
    const writer = async (name: string) => {
      for (let index = 0; ; index += 1) {
        const response = await fetch(`${url}/pets`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: `${name}-${index}`, categoryId: 1 }),
        })
        const pet = (await response.json()) as { id: number; name: string }
        acknowledged.set(pet.id, pet.name)
      }
    }
    const writers = Array.from({ length: 8 }, (_, index) => writer(`r${round}w${index}`).catch(() => {}))
    while (acknowledged.size < 100 + round * 57) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await Promise.all([finished, ...writers])
    const survivor = await start({ data })
    const pets = new Map((await survivor.world().data.get()).pets?.map(({ id, name }) => [id, name]))
    for (const [id, name] of acknowledged) expect(pets.get(id)).toBe(name)
    await survivor.close()
  }
})

test('a torn last line is dropped and said', async () => {
  const data = await createDirectory()
  const line = '{"put":"pets","item":{"id":16,"name":"Rex","categoryId":1,"status":"sold"}}\n'
  await writeFile(join(data, 'w1.log'), `${line}{"put":"pets","item":{"id":17,"na`)
  let said = ''
  const sandbox = await start({ data, log: { format: 'text', write: (text) => (said += text) } })
  expect((await sandbox.world('w1').data.get()).pets).toHaveLength(16)
  await sandbox.close()
  expect(said).toContain('w1.log: the last line was cut short')
})

const STRAY = '{"id":1,"name":"x","categoryId":1,"status":"sold","nick":"x"}'

describe('what is damaged is refused, named, and left as it is', () => {
  test.each([
    ['w1.json', '{"nextIds": {', /w1\.json: this stored world cannot be read: .*position 13/],
    ['w1.json', '[]', /w1\.json: this stored world cannot be read: it must hold "nextIds", with/],
    ['w1.json', '{"nextIds":{},"collections":{"pets":[{"id":1}]}}', /w1\.json: pets\[0\]\.name is missing: send a string/],
    ['w1.log', '{"put":\n{}\n', /w1\.log:1: this stored world cannot be read/],
    ['w1.json', '{"nextIds":null,"collections":{}}', /w1\.json: this stored world cannot be read: it must hold "nextIds", with/],
    ['w1.json', '{"nextIds":{"pets":"7"},"collections":{}}', /w1\.json: this stored world cannot be read: it must hold "nextIds", with/],
    ['w1.log', '{"set":{}}\n', /w1\.log:1: this stored world cannot be read: it must hold "put"/],
    ['w1.log', '{"set":null}\n', /w1\.log:1: this stored world cannot be read: it must hold "put"/],
    ['w1.log', '{"put":"pets","item":{"id":1,"name":7}}\n', /w1\.log:1: pets\[0\]\.categoryId is missing/],
    ['w1.log', '{"put":"cats","item":{"id":1}}\n', /w1\.log:1: cats is no collection: there are pets, orders/],
    ['w1.json', `{"nextIds":{},"collections":{"pets":[${STRAY}]}}`, /w1\.json: pets\[0\]\.nick is not in the contract/],
    ['w1.log', `{"put":"pets","item":${STRAY}}\n`, /w1\.log:1: pets\[0\]\.nick is not in the contract/],
    ['w1.json', '{"nextIds":{},"collections":{"pets":[{"id":1,"name":"x","categoryId":1}]}}', /w1\.json: pets\[0\]\.status is missing/],
    ['w1.json', Buffer.from('{"nextIds":{},"collections":{"\xff":[]}}', 'latin1'), /w1\.json: this stored world cannot be read: .*utf-8/],
    ['w1.log', Buffer.from('{"put":"p\xff"}\n', 'latin1'), /w1\.log:1: this stored world cannot be read: .*utf-8/],
    ['w1.log', '{"put":"pets"}\n', /w1\.log:1: this stored world cannot be read: it must hold "put" and an "item" with an id/],
  ])('%s %s', async (file, content: string | Buffer, message) => {
    const data = await createDirectory()
    await writeFile(join(data, file), content)
    const { exitCode, errors } = await run(['--port', '0', '--data', data])
    expect(errors).toMatch(message)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(exitCode).toBe(3)
    expect((await readFile(join(data, file))).equals(Buffer.from(content))).toBe(true)
  })

  test('while running it is a 503 for that world only', async () => {
    const data = await createDirectory()
    const sandbox = await start({ data })
    await appendFile(join(data, 'w1.json'), 'nonsense')
    const headers = (world: string) => ({ authorization: `Bearer ${sandbox.key('free', world)}` })
    const response = await fetch(`${sandbox.url}/pets`, { headers: headers('w1') })
    expect(response.status).toBe(503)
    expect(response.headers.get('x-ratelimit-limit')).toBe('60')
    expect(await response.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('w1.json') })
    expect((await fetch(`${sandbox.url}/pets`, { headers: headers('w2') })).status).toBe(200)
  })
})

test('a second sandbox on the same directory is refused', async () => {
  const data = await createDirectory()
  await start({ data })
  const { exitCode, errors } = await run(['--port', '0', '--data', data])
  expect(errors).toContain('another sandbox uses this data directory')
  expect(exitCode).toBe(3)
})

// The first change of a world writes its snapshot, the others a log: either may find no room.
test.skipIf(process.platform !== 'linux').each(['.w1.json.tmp', 'w1.log'])(
  'a full disk turns changes into 503, undone, and leaves reads working: %s',
  async (file) => {
    const data = await createDirectory()
    const sandbox = await start({ data })
    const call = createClient(sandbox, sandbox.key('free', 'w1'))
    const isFirst = file !== 'w1.log'
    if (!isFirst) {
      await call('/pets', { method: 'POST', body: REX })
      await expect.poll(() => existsSync(join(data, file)), { timeout: 5000 }).toBe(false)
    }
    const before = (await call('/pets?limit=100')).body
    await symlink('/dev/full', join(data, file))
    const refused = await call('/pets', { method: 'POST', body: REX })
    expect(refused.status).toBe(503)
    expect(refused.body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('no space left') })
    expect((await call('/pets?limit=100')).body).toEqual(before)
    await rm(join(data, file))
    if (isFirst) expect((await call('/pets', { method: 'POST', body: REX })).status).toBe(201)
  },
)

test('after kill -9 a world rests on the fixtures that it began with', async () => {
  const data = await createDirectory()
  const { child, url, finished } = await serve(['--data', data])
  const headers = { authorization: 'Bearer sandbox_free_w1', 'content-type': 'application/json' }
  await fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(REX) })
  const before = await (await fetch(`${url}/pets`, { headers })).json()
  child.kill('SIGKILL')
  await finished
  const survivor = await start({ data, seed: 9, size: 30 })
  expect((await createClient(survivor, survivor.key('free', 'w1'))('/pets')).body).toEqual(before)
})

test.skipIf(process.platform === 'win32')('nothing is acknowledged into a file that was deleted', async () => {
  const data = await createDirectory()
  let said = ''
  const sandbox = await start({ data, log: { format: 'text', write: (text) => (said += text) } })
  const call = createClient(sandbox, sandbox.key('free', 'w1'))
  expect((await call('/pets', { method: 'POST', body: REX })).status).toBe(201)
  await rm(data, { recursive: true })
  expect((await call('/pets', { method: 'POST', body: REX })).body).toMatchObject({ code: 'unavailable' })
  await sandbox.close()
  expect(said).toMatch(/w1\.json: could not be written: ENOENT/)
})

test.skipIf(process.platform !== 'linux')('what has no end is neither read nor made', async () => {
  const data = await createDirectory()
  await symlink('/dev/zero', join(data, 'w1.log'))
  expect(await run(['--port', '0', '--data', data])).toMatchObject({
    exitCode: 3,
    errors: expect.stringContaining('it is no regular file'),
  })
  expect(await run(['--port', '0', '--data', '/proc/x'])).toMatchObject({ exitCode: 3, errors: expect.stringContaining('cannot be used') })
})

test('closing twice does nothing to whoever came after', async () => {
  const data = await createDirectory()
  const first = await start({ data })
  await createClient(first, first.key('free', 'w1'))('/pets', { method: 'POST', body: REX })
  await first.close()
  const second = await start({ data })
  const call = createClient(second, second.key('free', 'w1'))
  await call('/pets', { method: 'POST', body: REX })
  await first.close()
  expect((await call('/pets', { method: 'POST', body: REX })).status).toBe(201)
  await second.close()
  const third = await start({ data })
  expect((await third.world('w1').data.get()).pets).toHaveLength(18)
})

test('of two sandboxes that start at once on one directory one is refused', async () => {
  for (let round = 0; round < 20; round += 1) {
    const data = await createDirectory()
    const started = await Promise.allSettled([startSandbox({ data }), startSandbox({ data })])
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of started) if (one.status === 'fulfilled') await one.value.close()
  }
})

test('the lock of a process that was killed is taken over', async () => {
  const data = await createDirectory()
  const { child, finished } = await serve(['--data', data])
  child.kill('SIGKILL')
  await finished
  expect((await start({ data })).url).toMatch(/^http/)
})

test('health asked many times at once is told the same', async () => {
  const sandbox = await start({ data: await createDirectory() })
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${sandbox.origin}/_sandbox/health`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('worlds that are let go while others come keep what was acknowledged', async () => {
  const data = await createDirectory()
  const sandbox = await start({ data, maxWorlds: 2 })
  const names = Array.from({ length: 12 }, (_, index) => `e${index}`)
  for (let round = 1; round <= 3; round += 1) {
    const created = [...names, ...names].map((name) => {
      const headers = { authorization: `Bearer ${sandbox.key('enterprise', name)}`, 'content-type': 'application/json' }
      return fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body: JSON.stringify(REX) })
    })
    expect((await Promise.all(created)).map(({ status }) => status)).toEqual(created.map(() => 201))
  }
  for (const name of names) expect((await sandbox.world(name).data.get()).pets, name).toHaveLength(15 + 6)
})
