// Only a limited number of log files is open at a time.

import { readdirSync, readlinkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OpenLogs } from '../../src/worlds/store/open-logs.ts'
import { createDirectory } from '../support/command.ts'

/** The names of the open files of this process in a directory, as Linux shows them. */
function openFiles(directory: string): string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return targets
    .filter((target) => dirname(target) === directory)
    .map((target) => basename(target))
    .sort()
}

async function createLogs(limit: number) {
  const directory = await createDirectory()
  const logs = new OpenLogs(limit)
  onTestFinished(async () => {
    for (const name of readdirSync(directory)) await logs.close(join(directory, name))
  })
  const write = (name: string, text = '.') =>
    logs.use(join(directory, name), async (openFile) => {
      await (await openFile()).appendFile(text)
    })
  return { directory, logs, write, open: () => openFiles(directory) }
}

const gate = () => Promise.withResolvers<void>()

test.skipIf(process.platform !== 'linux')('the file with the oldest last use is closed for another file', async () => {
  const { directory, logs, write, open } = await createLogs(2)
  await write('a')
  await write('b')
  await write('a')
  expect(open()).toEqual(['a', 'b'])
  await write('c')
  expect(open()).toEqual(['a', 'c'])
  await write('b')
  expect(open()).toEqual(['b', 'c'])
  expect(await readFile(join(directory, 'a'), 'utf8')).toBe('..')
  await logs.close(join(directory, 'b'))
  await logs.close(join(directory, 'a'))
  expect(open()).toEqual(['c'])
  await write('a')
  expect(open()).toEqual(['a', 'c'])
})

test.skipIf(process.platform !== 'linux')('while all files are in use, other tasks wait, and no task waits for ever', async () => {
  const { directory, logs, open } = await createLogs(3)
  let running = 0
  const most = { running: 0, open: 0 }
  const work = (name: string) =>
    logs.use(join(directory, name), async (openFile) => {
      running += 1
      most.running = Math.max(most.running, running)
      await (await openFile()).appendFile('.')
      most.open = Math.max(most.open, open().length)
      running -= 1
    })
  const names = Array.from({ length: 60 }, (_, index) => `w${index % 20}`)
  await Promise.all(names.map(work))
  expect(most).toEqual({ running: 3, open: 3 })
  for (const name of new Set(names)) expect(await readFile(join(directory, name), 'utf8')).toBe('...')
})

test('only one task at a time uses a file, in the order of asking', async () => {
  const { directory, logs, write } = await createLogs(2)
  const first = gate()
  const order: string[] = []
  const file = join(directory, 'a')
  const done = [
    logs.use(file, async () => {
      order.push('begins')
      await first.promise
      order.push('ends')
    }),
    logs.useClosed(file, async () => void order.push('closed')),
    logs.use(file, async () => void order.push('next')),
    logs.close(file).then(() => order.push('gone')),
  ]
  await write('b')
  expect(order).toEqual(['begins'])
  first.resolve()
  await Promise.all(done)
  expect(order).toEqual(['begins', 'ends', 'closed', 'next', 'gone'])
})

test.skipIf(process.platform !== 'linux')('a file is closed after failed work, and for work that needs it closed', async () => {
  const { directory, logs, write, open } = await createLogs(2)
  const file = join(directory, 'a')
  await write('a')
  const failing = logs.use(file, async (openFile) => {
    await openFile()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(open()).toEqual([])
  await rm(file)
  await write('a')
  expect(await readFile(file, 'utf8')).toBe('.')
  await logs.useClosed(file, async () => {
    expect(open()).toEqual([])
    await writeFile(file, 'new')
  })
  await expect(logs.useClosed(file, () => Promise.reject(new Error('neither')))).rejects.toThrow('neither')
  await write('a')
  expect(await readFile(file, 'utf8')).toBe('new.')
})

test.skipIf(process.platform !== 'linux')('a file is opened only when the work asks for it', async () => {
  const { directory, logs, open } = await createLogs(2)
  await logs.use(join(directory, 'a'), async () => {})
  expect(open()).toEqual([])
  expect(readdirSync(directory)).toEqual([])
})
