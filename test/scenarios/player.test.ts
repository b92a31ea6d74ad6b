// Which step takes a call, without HTTP.

import { expect, test } from 'vitest'
import { loadOwnScenarios } from '../../src/package-files.ts'
import { chooseSteps, createPlayState, findSequences } from '../../src/scenarios/player.ts'

const { setUp } = await loadOwnScenarios([])

const callWith = (query: string) => ({ request: { method: 'GET', path: '/pets', query }, operation: 'listPets' })

test('10,000 sequences are counted at once, and the one that began first is forgotten first', () => {
  const state = createPlayState(() => 0)
  const flaky = setUp({ name: 'flaky', parameters: { failures: 2 } })
  const taken = (query: string) => chooseSteps(findSequences([[flaky]], callWith(query), state), callWith(query), state).length
  for (let index = 0; index < 10_000; index += 1) expect(taken(String(index))).toBe(1)
  expect(state.counts.size).toBe(10_000)
  expect(taken('new')).toBe(1)
  expect(state.counts.size).toBe(10_000)
  // The first one counts from its beginning again, the others go on.
  expect([taken('1'), taken('1'), taken('9999'), taken('9999')]).toEqual([1, 0, 1, 0])
  expect([taken('0'), taken('0'), taken('0')]).toEqual([1, 1, 0])
})
