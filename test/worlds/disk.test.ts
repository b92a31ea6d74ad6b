// Files of the operating system: whole or not at all.

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { append, statOf, writeWhole } from '../../src/worlds/store/disk.ts'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { openRedisStore } from '../../src/worlds/store/redis/redis-store.ts'
import { createDirectory } from '../support/command.ts'

test('a file is replaced as a whole, or stays as it is', async () => {
  const base = await createDirectory()
  const [file, victim] = [join(base, 'file'), join(base, 'victim')]
  expect(statOf(file)).toBeUndefined()
  await writeFile(victim, 'precious')
  await symlink(victim, join(base, '.file.tmp'))
  await writeWhole(file, Buffer.from('öne two'), false)
  expect([await readFile(file, 'utf8'), await readFile(victim, 'utf8'), (await readdir(base)).sort()]).toEqual([
    'öne two',
    'precious',
    ['file', 'victim'],
  ])
  expect(statOf(file)?.size).toBe(8)
  await mkdir(join(base, '.other.tmp'))
  await expect(writeWhole(join(base, 'other'), 'x', false)).rejects.toThrow()
  expect(statOf(join(base, 'other'))).toBeUndefined()
})

test.runIf(existsSync('/proc/self/fd'))('a durable write leaves nothing open', async () => {
  const base = await createDirectory()
  await writeWhole(join(base, 'file'), 'x', true)
  const open = (await readdir('/proc/self/fd')).map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => ''))
  expect(await Promise.all(open)).not.toContain(base)
})

test('bytes are appended, or the file stays as it is', async () => {
  const file = join(await createDirectory(), 'file')
  await writeFile(file, 'good')
  const much = Buffer.alloc(3 * 1024 * 1024, 'x')
  await append(file, 4, much, false)
  await append(file, 4 + much.length, Buffer.from('!'), true)
  expect(await readFile(file, 'utf8')).toBe(`good${much}!`)
  await expect(append(file, 4, null as unknown as Buffer, false)).rejects.toThrow()
  expect(await readFile(file, 'utf8')).toBe('good')
})

test('a store that cannot be used ends the start with the code 3', async () => {
  const base = await createDirectory()
  await writeFile(join(base, 'file'), '')
  const held = await openFileStore(base)
  for (const open of [() => openFileStore(base), () => openFileStore(join(base, 'file')), () => openRedisStore('redis://127.0.0.1:1/0')])
    await expect(open()).rejects.toMatchObject({ exitCode: 3 })
  await held.close()
})
