// When the log of a world is folded into its snapshot.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Folding } from '../../src/worlds/store/folding.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A folding that counts its folds. */
function create() {
  const state = { folds: 0, isWriting: false, held: undefined as Promise<void> | undefined, isRefused: false }
  const fold = async () => {
    state.folds += 1
    await state.held
    if (state.isRefused) throw new Error('the disk is full')
  }
  return { state, folding: new Folding({ fold, isWriting: () => state.isWriting }), pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('a log is folded once, in a quiet moment', async () => {
  const { state, folding, pass } = create()
  for (let step = 0; step < 5; step += 1) {
    folding.wrote(false)
    await pass(900)
  }
  expect(state.folds).toBe(0)
  await pass(10_000)
  expect(state.folds).toBe(1)
  folding.wrote(false)
  await pass(1100)
  await folding.end()
  expect(state.folds).toBe(2)
})

test('a long log is folded at once, and what was not folded is folded at the end', async () => {
  const { state, folding } = create()
  folding.wrote(true)
  expect(state.folds).toBe(1)
  await folding.end()
  expect(state.folds).toBe(1)
  const other = create()
  other.folding.wrote(false)
  await other.folding.end()
  expect(other.state.folds).toBe(1)
})

test('a fold that failed is tried again until it succeeds; the end reports it', async () => {
  const { state, folding, pass } = create()
  state.isRefused = true
  folding.wrote(false)
  await pass(3500)
  expect(state.folds).toBe(3)
  await expect(folding.end()).rejects.toThrow('the disk is full')
  state.isRefused = false
  await folding.end()
  expect(state.folds).toBe(5)
})

test('after a refused write a fold comes soon, even when a client tries again and again', async () => {
  const { state, folding, pass } = create()
  for (let step = 0; step < 6; step += 1) {
    folding.refused()
    await pass(200)
  }
  expect(state.folds).toBe(1)
})

test('a fold waits for the write that is under way', async () => {
  const { state, folding, pass } = create()
  folding.wrote(false)
  state.isWriting = true
  await pass(5000)
  expect(state.folds).toBe(0)
  state.isWriting = false
  folding.wrote(false)
  await pass(1000)
  expect(state.folds).toBe(1)
})

test('a large world is folded less often: the pause is many times as long as the fold', async () => {
  const { state, folding, pass } = create()
  let release = () => {}
  state.held = new Promise((resolve) => (release = resolve))
  folding.wrote(false)
  await pass(1500)
  release()
  await pass(0)
  folding.wrote(false)
  await pass(9900)
  expect(state.folds).toBe(1)
  await pass(200)
  expect(state.folds).toBe(2)
})
