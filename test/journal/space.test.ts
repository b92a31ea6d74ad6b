// The memory that all journals share. The sum is tested here, because over HTTP a wrong sum shows only after many thousand requests.

import { expect, test } from 'vitest'
import { MemoryBudget } from '../../src/exchange/memory-budget.ts'
import { Space } from '../../src/journal/space.ts'

test('the sum of all journals stays right while full journals drop entries of all sizes', () => {
  const space = new Space(new MemoryBudget())
  const queues = [space.createQueue(), space.createQueue()]
  for (let round = 0; round < 20_000; round += 1) {
    for (const queue of queues) space.add(queue, new Uint8Array(200 + ((round * 7919) % 60_000 < 3000 ? 90_000 : (round * 31) % 3000)))
  }
  expect(space.bytes).toBe(queues.reduce((sum, { bytes }) => sum + bytes, 0))
})
