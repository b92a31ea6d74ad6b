// `kill -9` at any moment loses no acknowledged change.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createDirectory, LIBRARY, serve } from '../support/command.ts'
import { createClient, start } from '../support/sandbox.ts'

const REX = { name: 'Rex', categoryId: 1 }

test('under load, with small animals and then with large ones', async () => {
  const data = await createDirectory()
  const acknowledged = new Map<number, string>()
  // Large animals make the log long, so that it is folded while more animals are created.
  for (const [length, enough] of [
    [4, 80],
    [40_000, 150],
  ] as const) {
    const { child, url, finished } = await serve(['--data', data, '--limits', 'off', '--log', 'json'])
    const headers = { authorization: 'Bearer sandbox_enterprise', 'content-type': 'application/json' }
    let count = 0
    const writer = async (name: string) => {
      for (let index = 0; ; index += 1) {
        const body = JSON.stringify({ name: `${name}-${index}-`.padEnd(length, 'x'), categoryId: 1 })
        const response = await fetch(`${url}/pets`, { method: 'POST', headers, body })
        const pet = (await response.json()) as { id: number; name: string }
        expect(acknowledged.has(pet.id)).toBe(false)
        acknowledged.set(pet.id, pet.name)
        count += 1
        if (count === enough) child.kill('SIGKILL')
      }
    }
    await Promise.allSettled(Array.from({ length: 8 }, (_, index) => writer(`${length}w${index}`)))
    await finished
    expect(count).toBeGreaterThanOrEqual(enough)
    const survivor = await start({ data })
    const pets = new Map((await survivor.world().data.get()).pets?.map(({ id, name }) => [id, name]))
    for (const [id, name] of acknowledged) expect(pets.get(id)).toBe(name)
    await survivor.close()
  }
})

const OWN = { id: 9223372036854775806n, name: 'Öwn', categoryId: 1, status: 'sold' }

/** What happens to worlds right before the process is killed: a client changes one, and tests put other data, change an item, and reset. */
const ACTS: Readonly<Record<string, string>> = {
  data: `await world.data.put({ pets: [${literal(OWN)}] })`,
  item: `await world.data.put({ pets: [] }); await world.data.put({ pets: [${literal(OWN)}] }); await world.data.patch('pets', ${OWN.id}n, { status: 'pending' })`,
  reset: 'await world.data.put({ pets: [] }); await world.reset()',
  changed: '',
}

test('what a test put in place is kept before it was folded, and a world keeps the fixtures that it began with', async () => {
  const data = await createDirectory()
  const acts = Object.entries(ACTS).map(
    ([name, act]) => `(async () => {
      const world = sandbox.world('${name}')
      await world.data.patch('pets', 1, { name: 'First' })
      ${act}
    })()`,
  )
  const script = `
    import { startSandbox } from ${JSON.stringify(LIBRARY)}
    const sandbox = await startSandbox({ data: ${JSON.stringify(data)} })
    await Promise.all([${acts.join(',')}])
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] })
  expect((await once(child, 'close'))[1]).toBe('SIGKILL')
  expect(await readdir(data)).toEqual(expect.arrayContaining(['data.json', 'data.log', 'item.json', 'item.log']))

  const fixtures = await (await start()).world().data.get()
  const survivor = await start({ data, seed: 9, size: 30 })
  expect((await survivor.world('fresh').data.get()).pets).toHaveLength(30)
  expect(await survivor.world('reset').data.get()).toEqual(fixtures)
  const [first, ...others] = fixtures.pets ?? []
  expect(await survivor.world('changed').data.get()).toEqual({ ...fixtures, pets: [{ ...first, name: 'First' }, ...others] })
  for (const [name, pets] of [
    ['data', [OWN]],
    ['item', [{ ...OWN, status: 'pending' }]],
  ] as const) {
    expect((await survivor.world(name).data.get()).pets).toEqual(pets)
    const created = await createClient(survivor, survivor.key('free', name))('/pets', { method: 'POST', body: REX })
    expect(created.body).toMatchObject({ id: 9223372036854775807n })
  }
})

function literal({ id, ...rest }: typeof OWN): string {
  return `{ id: ${id}n, ...${JSON.stringify(rest)} }`
}
