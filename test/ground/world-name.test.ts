// The messages about names that are not world names, and about worlds that do not exist.

import { expect, test } from 'vitest'
import { describeMissingWorld } from '../../src/ground/world-name.ts'

const MANY = Array.from({ length: 12 }, (_, index) => `shop${index + 1}`)

test.each<[string, string[], string]>([
  ['w1', [], 'there is no world w1: a world is created when it is first used'],
  ['tpyo', ['other', 'typo'], 'there is no world tpyo: did you mean typo?'],
  ['elsewhere', ['w1', 'w2'], 'there is no world elsewhere; the worlds are w1, w2'],
  ['elsewhere', MANY, `there is no world elsewhere; the worlds are ${MANY.slice(0, 10).join(', ')} and 2 more`],
])('%s among %j', (name, names, message) => {
  expect(describeMissingWorld(name, names)).toBe(message)
})
