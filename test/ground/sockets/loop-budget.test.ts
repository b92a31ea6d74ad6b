// Large bodies and long replies take turns.

import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoopBudget } from '../../../src/ground/sockets/loop-budget.ts'

test('a turn of the event loop works on a limited number of bytes', async () => {
  const waitForBudget = createLoopBudget()
  const done: number[] = []
  for (const number of [1, 2, 3]) void waitForBudget(512 * 1024)?.then(() => done.push(number))
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await setImmediate()
    expect(done).toEqual(expected)
  }
})

test('several large bodies share a turn, and later ones begin anew', async () => {
  const waitForBudget = createLoopBudget()
  for (const kibibytes of [100, 128]) {
    let done = 0
    const begin = (count: number) => {
      for (let index = 0; index < count; index += 1) void waitForBudget(kibibytes * 1024)?.then(() => (done += 1))
    }
    begin(8)
    const perTurn = kibibytes === 100 ? 6 : 4
    await setImmediate()
    expect(done).toBe(perTurn)
    begin(1)
    await setImmediate()
    expect(done).toBe(Math.min(9, 2 * perTurn))
    await setImmediate()
    expect(done).toBe(9)
  }
})

test('a few bytes need not wait', () => {
  const waitForBudget = createLoopBudget()
  expect([waitForBudget(0), waitForBudget(32 * 1024)]).toEqual([undefined, undefined])
  expect(waitForBudget(32 * 1024 + 1)).toBeInstanceOf(Promise)
})
