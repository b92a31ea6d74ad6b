// A full disk, and files that somebody else deletes or changes while the sandbox runs.

import { appendFile, mkdir, readFile, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDirectory, serve } from '../support/command.ts'
import { FITTING, LINE, POST_REX, startOn } from '../support/data-directory.ts'
import { start } from '../support/sandbox.ts'

// The first change of a world writes its snapshot, and the second creates the log.
test.each([0, 1])('a change that cannot be written gets 503 and is undone, and reads still work: change %i', async (written) => {
  const data = await createDirectory()
  const { sandbox, call } = await startOn(data)
  for (let count = 0; count < written; count += 1) await call('/pets', POST_REX)
  const before = (await call('/pets?limit=100')).body as unknown[]
  // The sandbox cannot write where a directory stands.
  const obstacle = join(data, ['.w1.json.tmp', '.w1.log.tmp'][written] ?? '')
  await mkdir(obstacle)
  const refused = await call('/pets', POST_REX)
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringContaining('could not be stored') } })
  expect((await call('/pets?limit=100')).body).toEqual(before)
  await rmdir(obstacle)
  expect((await call('/pets', POST_REX)).body).toMatchObject({ id: before.length + 1 })
  await sandbox.close()
  expect((await (await start({ data })).world('w1').data.get()).pets).toHaveLength(before.length + 1)
})

test.skipIf(process.platform === 'win32')(
  'on a full disk changes get 503, reads still work, and acknowledged changes survive kill -9',
  async () => {
    const data = await createDirectory()
    // The limit stands for a full disk: no file gets larger.
    const { child, url, finished } = await serve(
      ['--data', data],
      { PETSTORE_SANDBOX_LIMITS: 'off' },
      { shell: ['sh', '-c', 'ulimit -f 32 && exec "$@"', 'sh'] },
    )
    const call = (path: string, body?: object) =>
      fetch(`${url}${path}`, {
        headers: { authorization: 'Bearer sandbox_enterprise', 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    let acknowledged = 0
    let status = 201
    for (; status === 201 && acknowledged < 100; acknowledged += status === 201 ? 1 : 0)
      status = (await call('/pets', { name: 'x'.repeat(1000), categoryId: 1 })).status
    expect(status).toBe(503)
    expect((await call('/pets', { name: 'x'.repeat(1000), categoryId: 1 })).status).toBe(503)
    expect((await call(`/pets/${15 + acknowledged}`)).status).toBe(200)
    expect((await call(`/pets/${16 + acknowledged}`)).status).toBe(404)
    child.kill('SIGKILL')
    await finished
    const survivor = await start({ data })
    expect((await survivor.world('default').data.get()).pets).toHaveLength(15 + acknowledged)
  },
)

test.skipIf(process.platform === 'win32')('no change is acknowledged when the directory was deleted', async () => {
  const data = await createDirectory()
  const { sandbox, call, said } = await startOn(data)
  expect((await call('/pets', POST_REX)).status).toBe(201)
  await rm(data, { recursive: true })
  expect((await call('/pets', POST_REX)).body).toMatchObject({ code: 'unavailable' })
  expect((await call('/pets/16')).status).toBe(200)
  expect((await fetch(`${sandbox.origin}/_sandbox/health`)).status).toBe(503)
  await sandbox.close()
  expect(said()).toMatch(/w1\.json: could not be written, so the changes stay in the log beside it: ENOENT/)
})

/** A world with a snapshot and a log, and one animal in each. */
async function startWithBoth() {
  const data = await createDirectory()
  await writeFile(join(data, 'w1.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
  const started = await startOn(data)
  expect((await started.call('/pets', POST_REX)).body).toMatchObject({ id: 2 })
  return { data, ...started }
}

const DELETIONS: readonly [title: string, remove: (data: string) => Promise<void>, message: RegExp][] = [
  ['the snapshot', (data) => rm(join(data, 'w1.json')), /w1\.json was deleted/],
  ['the log', (data) => rm(join(data, 'w1.log')), /w1\.log was deleted/],
  ['the log, moved', (data) => rename(join(data, 'w1.log'), join(data, 'x')), /w1\.log was deleted/],
  ['the log, emptied', (data) => truncate(join(data, 'w1.log')), /w1\.log was deleted/],
  [
    'the directory, which was created again',
    async (data) => {
      // The sandbox may be writing.
      await rm(data, { recursive: true, maxRetries: 5 })
      await mkdir(data)
    },
    /was deleted/,
  ],
]

// All at once, because a file is written again after a quiet second.
test.skipIf(process.platform === 'win32')(
  'a file that was deleted while the sandbox runs is noticed before the next change, and written again',
  async () => {
    const noticed = DELETIONS.map(async ([title, remove, message]) => {
      const { data, sandbox, call } = await startWithBoth()
      await remove(data)
      const refused = await call('/pets', POST_REX)
      expect(refused, title).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringMatching(message) } })
      expect([(await call('/pets/2')).status, (await call('/pets/3')).status], title).toEqual([200, 404])
      await expect.poll(async () => (await call('/pets', POST_REX)).status, { interval: 200 }).toBe(201)
      await sandbox.close()
      expect((await (await start({ data })).world('w1').data.get()).pets, title).toHaveLength(3)
    })
    await Promise.all(noticed)
  },
)

describe('a file that somebody has changed while the sandbox runs is not touched, and changes are refused', () => {
  test.skipIf(process.platform === 'win32').each<[string, (data: string) => Promise<void>, RegExp]>([
    ['the snapshot', (data) => appendFile(join(data, 'w1.json'), ' '), /w1\.json was changed by somebody else/],
    ['the log', (data) => appendFile(join(data, 'w1.log'), LINE), /w1\.log was changed by somebody else/],
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

  test('a new world whose files appear in the directory', async () => {
    const data = await createDirectory()
    const { call } = await startOn(data)
    await call('/pets')
    await writeFile(join(data, 'w1.json'), `{"nextIds":{},"collections":{"pets":[${FITTING}]}}`)
    expect((await call('/pets', POST_REX)).body).toMatchObject({ message: expect.stringMatching(/w1\.json was changed by somebody else/) })
    expect(await readFile(join(data, 'w1.json'), 'utf8')).toContain('"x"')
  })
})
