// When the changes of a world reach the store.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { createData, FIXTURES } from '../support/data.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('changes reach the store', () => {
  test('after the fixtures of the world; changes of one moment, and changes that had to wait, are written together', async () => {
    const { store, data } = await createData()
    const create = () => {
      data.insert('pets', {})
      return data.commit()
    }
    await Promise.all([create(), create(), create()])
    expect(store.calls).toEqual(['open w1', 'fold w1', 'append w1'])
    const release = store.hold('append')
    const first = create()
    await expect.poll(() => store.calls.length).toBe(4)
    const others = [create(), create(), create()]
    release()
    await Promise.all([first, ...others])
    expect(store.calls.slice(3)).toEqual(['append w1', 'append w1'])
    expect((await store.open('w1')).saved).toMatchObject({ snapshot: FIXTURES, changes: { length: 7 } })
  })

  test('a commit waits for its own changes, and not for a fold', async () => {
    const { store, data } = await createData()
    data.insert('pets', {})
    await data.commit()
    store.isLong = true
    const release = store.hold('fold')
    data.insert('pets', {})
    await data.commit()
    expect(store.calls.slice(-2)).toEqual(['append w1', 'fold w1'])
    data.insert('pets', {})
    await data.commit()
    expect(store.calls.slice(-1)).toEqual(['append w1'])
    release()
    await data.close()
    expect((await store.open('w1')).saved).toMatchObject({ changes: [], snapshot: { nextIds: { pets: 10 } } })
  })

  test('are folded once, in a quiet moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { store, data } = await createData()
    const folds = () => store.calls.filter((call) => call === 'fold w1').length
    for (let step = 0; step < 5; step += 1) {
      data.insert('pets', {})
      await data.commit()
      await vi.advanceTimersByTimeAsync(900)
    }
    expect(folds()).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(folds()).toBe(2)
    expect((await store.open('w1')).saved).toMatchObject({ changes: [], snapshot: { nextIds: { pets: 12 } } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(folds()).toBe(2)
    data.insert('pets', {})
    await data.commit()
    await vi.advanceTimersByTimeAsync(1100)
    expect(folds()).toBe(3)
    await data.close()
    expect(folds()).toBe(3)
  })

  test('are folded again and again until the store takes the snapshot or the world is deleted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { store, data } = await createData()
    const folds = () => store.calls.filter((call) => call === 'fold w1').length
    data.insert('pets', {})
    await data.commit()
    store.refused = ['fold']
    await vi.advanceTimersByTimeAsync(3500)
    expect(folds()).toBe(1 + 3)
    expect((await store.open('w1')).saved?.changes).toHaveLength(1)
    store.refused = []
    await vi.advanceTimersByTimeAsync(10_000)
    expect(folds()).toBe(1 + 3 + 1)
    expect((await store.open('w1')).saved?.changes).toHaveLength(0)
    data.insert('pets', {})
    store.refused = ['fold', 'append']
    await expect(data.close()).rejects.toThrow('could not be written')
    const before = store.calls.length
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.calls).toHaveLength(before)
  })

  test('are folded soon after a refused change, even when a client tries again and again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { store, data } = await createData()
    data.insert('pets', {})
    await data.commit()
    store.refused = ['append']
    for (let step = 0; step < 6; step += 1) {
      data.insert('pets', {})
      await expect(data.commit()).rejects.toThrow()
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(store.calls.filter((call) => call === 'fold w1')).toHaveLength(2)
  })

  test('of a large world are folded less often: the pause is many times as long as the fold', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { store, data } = await createData()
    const folds = () => store.calls.filter((call) => call === 'fold w1').length
    const change = async () => {
      data.insert('pets', {})
      await data.commit()
    }
    await change()
    const release = store.hold('fold')
    await vi.advanceTimersByTimeAsync(1000)
    expect(folds()).toBe(2)
    await vi.advanceTimersByTimeAsync(500)
    release()
    await vi.advanceTimersByTimeAsync(0)
    await change()
    await vi.advanceTimersByTimeAsync(9900)
    expect(folds()).toBe(2)
    await vi.advanceTimersByTimeAsync(200)
    expect(folds()).toBe(3)
    await change()
    await vi.advanceTimersByTimeAsync(1100)
    expect(folds()).toBe(4)
  })

  test('also when the world is unloaded at once; a failing write is reported', async () => {
    const { store, data } = await createData()
    data.insert('pets', {})
    void data.commit()
    await data.close()
    expect((await store.open('w1')).saved).toMatchObject({ changes: [], snapshot: { nextIds: { pets: 8 } } })
    const again = await createData({ store })
    again.data.insert('pets', {})
    await again.data.commit()
    store.refused = ['fold']
    await expect(again.data.close()).rejects.toThrow('w1: could not be written: the store refuses fold')
    expect((await store.open('w1')).saved?.changes).toHaveLength(1)
  })

  test('a world without changes is never written', async () => {
    const { store, data } = await createData()
    data.page('pets')
    await data.commit()
    await data.close()
    expect(store.calls).toEqual(['open w1'])
  })
})
