// Large bodies and long replies take turns.

import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoopBudget } from '../../src/sockets/loop-budget.ts'

test('a turn of the event loop works on a limited number of bytes', async () => {
  const waitForBudget = createLoopBudget()
  const done: number[] = []
  for (const number of [1, 2, 3]) void waitForBudget(512 * 1024)?.then(() => done.push(number))
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await setImmediate()
    expect(done).toEqual(expected)
  }
})

test('a few bytes need not wait', () => {
  expect(createLoopBudget()(1000)).toBeUndefined()
})
