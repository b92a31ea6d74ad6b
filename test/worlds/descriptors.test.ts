// A process has few file descriptors, and the sandbox keeps many worlds.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory, serve } from '../support/command.ts'
import { visible } from '../support/data-directory.ts'

const REX = { name: 'Rex', categoryId: 1 }

test.skipIf(process.platform === 'win32')('200 worlds at once work with 128 file descriptors', async () => {
  const data = await createDirectory()
  const host = { shell: ['sh', '-c', 'ulimit -n 128; exec "$0" "$@"'] }
  const { child, url, finished } = await serve(['--data', data, '--log', 'json'], {}, host)
  const statuses: number[] = []
  const names = Array.from({ length: 200 }, (_, index) => `w${index}`)
  const create = async (name: string) => {
    const headers = { authorization: `Bearer sandbox_free_${name}`, 'content-type': 'application/json' }
    statuses.push((await fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(REX) })).status)
  }
  for (let round = 0; round < 2; round += 1) {
    const queue = [...names]
    const worker = async () => {
      for (let name = queue.pop(); name !== undefined; name = queue.pop()) await create(name)
    }
    await Promise.all(Array.from({ length: 20 }, worker))
  }
  expect(new Set(statuses)).toEqual(new Set([201]))
  child.kill('SIGTERM')
  expect((await finished).exitCode).toBe(143)
  const kept = await visible(data)
  expect(kept).toHaveLength(200)
  for (const file of kept) expect((await readFile(join(data, file), 'utf8')).match(/Rex/g), file).toHaveLength(2)
})
