// What a world's files hold after each commit, and what happens when they are not as the last commit left them.

import { appendFile, mkdir, readdir, readFile, rm, rmdir, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { messageOf } from '../../src/ground/problem.ts'
import { renderCommit, renderSnapshot } from '../../src/worlds/store/codec.ts'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import type { Change } from '../../src/worlds/store/store.ts'
import { createDirectory } from '../support/command.ts'
import { openWorld } from '../support/stores.ts'

const put = (id: number): Change => ({ put: 'pets', item: { id } })
const line = (number: number) => renderCommit(number, [put(number)], 'w1')
const file = (last: number) =>
  [
    ...renderSnapshot(
      { collections: { pets: Array.from({ length: last }, (_, index) => ({ id: index + 1 })) }, nextIds: { pets: last + 1 } },
      last,
      'w1',
    ),
  ].join('')

/** A data directory, and the world w1 in it. Each commit adds the pet with its own number. */
async function open(data?: string) {
  const directory = data ?? (await createDirectory())
  const store = await openFileStore(directory)
  const world = await openWorld(store, 'w1')
  let last = Number(world.saved?.collections.pets?.length ?? 0)
  const add = async () => {
    last += 1
    await world.commit([put(last)]).catch((error) => {
      world.content.apply({ remove: 'pets', id: last })
      last -= 1
      throw error
    })
  }
  /** The outcome of a commit, and the files after it. */
  const tryAdd = () => add().then(() => 'stored', messageOf)
  const at = (name: string) => join(directory, name)
  const files = async () => {
    const names = (await readdir(directory)).filter((name) => name !== '.lock.db')
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(at(name), 'utf8')])))
  }
  const close = async () => {
    const outcome = await world.close().then(() => 'closed', messageOf)
    await store.close()
    return outcome
  }
  onTestFinished(() => store.close())
  return { directory, store, world, add, tryAdd, at, files, close }
}

test('the first commit writes the snapshot, each later one adds a line, and the end folds them', async () => {
  const { add, files, close, directory, world } = await open()
  expect([world.saved, await files()]).toEqual([undefined, {}])
  await add()
  expect(await files()).toEqual({ 'w1.json': file(1) })
  await add()
  expect(await files()).toEqual({ 'w1.json': file(1), 'w1.log': line(2) })
  await add()
  const before = { 'w1.json': file(1), 'w1.log': line(2) + line(3) }
  expect(await files()).toEqual(before)
  for (let number = 4; number <= 10; number += 1) await add()
  expect((await files())['w1.log']).toBe([2, 3, 4, 5, 6, 7, 8, 9, 10].map(line).join(''))
  expect(await close()).toBe('closed')
  expect(await files()).toEqual({ 'w1.json': file(10) })
  const again = await open(directory)
  expect(again.world.saved).toMatchObject({ place: again.at('w1.json'), notice: undefined })
  await again.add()
  expect(await again.files()).toEqual({ 'w1.json': file(10), 'w1.log': line(11) })
  await again.close()
})

test.each<[log: string, pets: number, notice: RegExp]>([
  [line(2) + line(3), 3, /^$/],
  [`${line(2)}${line(3).trimEnd()}`, 3, /^$/],
  [`${line(2)}{"commit":3,`, 2, /w1\.log: the last line is incomplete \(12 bytes\)/],
  ['{"comm', 1, /w1\.log: the last line is incomplete \(6 bytes\)/],
])('a log %j loses only what is incomplete, until the next change', async (log, pets, notice) => {
  const data = await createDirectory()
  await writeFile(join(data, 'w1.json'), file(1))
  await writeFile(join(data, 'w1.log'), log)
  const { files, world, at, close } = await open(data)
  expect(world.saved?.notice ?? '').toMatch(notice)
  expect(world.saved?.place).toBe(pets === 1 ? at('w1.json') : `${at('w1.json')}, ${at('w1.log')}`)
  expect(world.saved?.collections.pets).toHaveLength(pets)
  const left = { 'w1.json': file(1), ...(pets > 1 && { 'w1.log': pets === 3 ? log : line(2) }) }
  expect([await close(), await files()]).toEqual(['closed', left])
  const again = await open(data)
  await again.add()
  // A line after one without an end would be damage, so a snapshot is written.
  const isSnapshot = pets === 3 && !log.endsWith('\n')
  expect(await again.files()).toEqual(
    isSnapshot ? { 'w1.json': file(4) } : { 'w1.json': file(1), 'w1.log': (left['w1.log'] ?? '') + line(pets + 1) },
  )
  await again.close()
})

const CHANGED = /was changed by somebody else while the sandbox was running: restart the sandbox to use the changed file$/
const DELETED = /was deleted while the sandbox was running: send the change again/
type At = (name: string) => string

describe('files that are not as the last commit left them', () => {
  test.each<[title: string, commits: number, change: (at: At) => Promise<unknown>, message: RegExp, atEnd: RegExp]>([
    ['a snapshot that appears', 0, (at) => writeFile(at('w1.json'), 'x'), CHANGED, /^closed$/],
    ['a log that appears', 0, (at) => writeFile(at('w1.log'), 'x'), CHANGED, /^closed$/],
    ['a log that appears beside the snapshot', 1, (at) => writeFile(at('w1.log'), 'x'), CHANGED, CHANGED],
    ['a longer snapshot', 2, (at) => appendFile(at('w1.json'), ' '), CHANGED, CHANGED],
    ['a shorter snapshot', 2, (at) => truncate(at('w1.json'), 9), CHANGED, CHANGED],
    ['a longer log', 2, (at) => appendFile(at('w1.log'), ' '), CHANGED, CHANGED],
    ['a shorter log', 2, (at) => truncate(at('w1.log'), 9), CHANGED, CHANGED],
    ['no snapshot', 2, (at) => rm(at('w1.json')), DELETED, /^closed$/],
    ['an empty snapshot', 2, (at) => truncate(at('w1.json')), DELETED, /^closed$/],
    ['no log', 2, (at) => rm(at('w1.log')), DELETED, /^closed$/],
  ])('%s', async (title, commits, change, message, atEnd) => {
    const { add, tryAdd, at, files, close } = await open()
    for (let count = 0; count < commits; count += 1) await add()
    await change(at)
    const before = await files()
    expect(await tryAdd()).toMatch(message)
    expect(await files()).toEqual(before)
    expect(await close()).toMatch(atEnd)
    const isWrittenAgain = String(message) === String(DELETED)
    expect(await files(), title).toEqual(isWrittenAgain ? { 'w1.json': expect.stringContaining('{"id":2}') } : before)
  })

  test('after a write that failed, the next one is a snapshot', async () => {
    const { add, tryAdd, at, files, close } = await open()
    await add()
    // The first line of a log is written beside it.
    await mkdir(at('.w1.log.tmp'))
    expect(await tryAdd()).toMatch(/EISDIR|directory/)
    await rmdir(at('.w1.log.tmp'))
    expect(await tryAdd()).toBe('stored')
    expect(await files()).toEqual({ 'w1.json': file(2) })
    expect(await close()).toBe('closed')
  })
})

test('a world is listed with the bytes of both files and the time of the later one', async () => {
  const data = await createDirectory()
  for (const [name, bytes, seconds] of [
    ['a.json', 5, 20],
    ['a.log', 7, 10],
    ['b.json', 3, 10],
    ['b.log', 4, 30],
    ['C.log', 6, 40],
  ] as const) {
    await writeFile(join(data, name), 'x'.repeat(bytes))
    await utimes(join(data, name), seconds, seconds)
  }
  const store = await openFileStore(data)
  onTestFinished(() => store.close())
  expect((await store.list()).sort((a, b) => a.lastUse - b.lastUse)).toEqual([
    { name: 'a', bytes: 12, lastUse: 20_000 },
    { name: 'b', bytes: 7, lastUse: 30_000 },
    { name: 'C', bytes: 6, lastUse: 40_000 },
  ])
  expect(await Promise.all(['a', 'b', 'C', 'c', 'd'].map((name) => store.has(name)))).toEqual([true, true, true, false, false])
  for (const name of ['a', 'b', 'c']) await store.delete(name)
  expect((await readdir(data)).sort()).toEqual(['.lock.db', 'C.log'])
})
