// A sample of the simulation (`npm run bench -- judge`). The judge must not fail good clients, and must catch bad clients.

import { expect, test } from 'vitest'
import { ROWS, simulate } from '../../bench/judge/simulate.ts'

const RUNS = 60

test.each(ROWS.filter(({ goal }) => goal === 'spared'))('$group: $name is not failed', (row) => {
  const { failed, rules } = simulate(row, RUNS, 1)
  expect([failed, ...rules.keys()]).toEqual([0])
})

test.each(ROWS.filter(({ goal }) => goal === 'caught'))('$group: $name is caught', (row) => {
  expect(simulate(row, RUNS, 1).failed).toBeGreaterThanOrEqual(RUNS * 0.97)
})

test('the same seed gives the same figures', () => {
  const row = ROWS.find(({ goal }) => goal === 'shown')
  if (row === undefined) throw new Error('no row is shown only')
  expect(simulate(row, RUNS, 3)).toEqual(simulate(row, RUNS, 3))
})
