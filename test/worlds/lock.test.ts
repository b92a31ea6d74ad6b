// Only one sandbox uses a data directory, whatever names the directory has and whatever happens to the lock.

import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory, run, serve } from '../support/command.ts'
import { POST_REX, visible } from '../support/data-directory.ts'
import { createClient, start } from '../support/sandbox.ts'

const HELD = /another sandbox uses this data directory; choose another directory/

async function open(directory: string) {
  const store = await openFileStore(directory)
  onTestFinished(() => store.close())
  return store
}

test('a directory is refused to a second sandbox, also under another name', async () => {
  const data = await createDirectory()
  const link = join(await createDirectory(), 'link')
  await symlink(data, link)
  await open(link)
  const { exitCode, errors } = await run(['--port', '0', '--data', data])
  expect(errors).toMatch(HELD)
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(exitCode).toBe(3)
  await expect(openFileStore(data)).rejects.toThrow(HELD)
})

test('a directory is free again when the sandbox has ended', async () => {
  const data = await createDirectory()
  await (await openFileStore(data)).close()
  expect(await visible(data)).toEqual([])
  await open(data)
})

test('a directory can be used at once after its sandbox was killed', async () => {
  const data = await createDirectory()
  const { child, finished } = await serve(['--data', data])
  await expect(openFileStore(data)).rejects.toThrow(HELD)
  child.kill('SIGKILL')
  await finished
  await open(data)
})

test('a sandbox whose directory was made anew is unhealthy, because its lock is gone', async () => {
  const data = await createDirectory()
  const { origin } = await start({ data })
  await rm(data, { recursive: true })
  await mkdir(data)
  const health = await fetch(`${origin}/_sandbox/health`)
  expect([health.status, await health.text()]).toEqual([503, expect.stringContaining('.lock.db was removed: restart the sandbox')])
})

test('a directory goes to only one of three sandboxes that start together', async () => {
  for (let round = 0; round < 5; round += 1) {
    const data = await createDirectory()
    const started = await Promise.allSettled([1, 2, 3].map(() => openFileStore(data)))
    const opened = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(opened).toHaveLength(1)
    await opened[0]?.close()
  }
})

test.skipIf(process.platform === 'win32')('a sandbox that stands still keeps its directory', async () => {
  const data = await createDirectory()
  const { child } = await serve(['--data', data])
  child.kill('SIGSTOP')
  onTestFinished(() => {
    child.kill('SIGCONT')
  })
  await expect(openFileStore(data)).rejects.toThrow(HELD)
})

test('a lock that leads elsewhere changes nothing there', async () => {
  const base = await createDirectory()
  await mkdir(join(base, 'data'))
  await writeFile(join(base, 'victim'), 'precious')
  await symlink('../victim', join(base, 'data', '.lock.db'))
  await expect(open(join(base, 'data'))).rejects.toThrow(/the data directory cannot be used: .*\.lock\.db cannot be locked/)
  expect(await readFile(join(base, 'victim'), 'utf8')).toBe('precious')
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
