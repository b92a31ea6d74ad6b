// When the changes of a world reach the store.

import { expect, test } from 'vitest'
import { createData } from '../support/data.ts'

test('changes of one moment, and changes that had to wait, are written together', async () => {
  const { store, data } = await createData()
  const create = () => data.writes.carryOut(() => data.insert('pets', {}))
  await Promise.all([create(), create(), create()])
  expect(store.calls).toEqual(['open w1', 'commit w1'])
  const release = store.hold('commit')
  const first = create()
  await expect.poll(() => store.calls.length).toBe(3)
  const others = [create(), create(), create()]
  release()
  await Promise.all([first, ...others])
  expect(store.calls).toEqual(['open w1', 'commit w1', 'commit w1', 'commit w1'])
  expect((await store.open('w1')).saved?.collections).toMatchObject({ pets: { length: 10 }, orders: { length: 1 } })
})

test('changes are stored also when the world is unloaded at once', async () => {
  const { store, data } = await createData()
  void data.writes.carryOut(() => data.insert('pets', {}))
  await data.writes.close()
  expect((await store.open('w1')).saved?.nextIds).toMatchObject({ pets: 8 })
})
