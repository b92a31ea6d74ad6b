// Which steps the check warns of, and which it leaves alone.

import { expect, test } from 'vitest'
import { findUnreachable } from '../../src/scenarios/find-unreachable.ts'

const respond = { status: 500 }
const next = { delay: 1 }

test.each([
  ['after one for good', [{ respond }, next], 'step 2 never takes a call: step 1 takes all its calls and is never used up'],
  ['with times, after one for good', [{ respond }, { times: 2, ...next }], 'step 2 never takes a call: step 1 takes all its calls'],
  ['after one of certain probability', [{ probability: 1, respond }, next], 'step 2 never takes a call: step 1 takes all its calls'],
  ['of one operation, after one of all', [{ respond }, { operations: ['getPet'], ...next }], 'step 2 never takes a call: step 1 takes'],
  [
    'after one that has its operation',
    [
      { operations: ['getPet', 'listPets'], respond },
      { operations: ['getPet'], ...next },
    ],
    'step 2 never takes a call: step 1 takes all its calls and is never used up',
  ],
  [
    'after several that together have its operations',
    [
      { operations: ['getPet'], respond },
      { operations: ['createPet'], respond },
      { operations: ['listPets'], respond },
      { operations: ['listPets', 'getPet'], ...next },
    ],
    'step 4 never takes a call: steps 1 and 3 take all its calls and are never used up',
  ],
  ['that takes no calls', [{ times: 0, ...next }], 'step 1 never takes a call: times is 0'],
  ['that no call meets', [{ probability: 0, ...next }], 'step 1 never takes a call: probability is 0'],
  ['that is left out', [{ when: false, ...next }], 'step 1 never takes a call: when is false'],
])('a step %s never takes a call', (_title, steps, message) => {
  const found = findUnreachable(steps)
  expect(found).toMatchObject([{ path: ['steps', steps.length - 1] }])
  expect(found[0]?.message).toContain(message)
})

test.each([
  ['times', [{ times: 9, respond }, next]],
  ['a probability', [{ probability: 0.9, respond }, next]],
  ['a probability that a parameter gives', [{ probability: '$chance', respond }, next]],
  ['a condition', [{ when: '$extreme', respond }, next]],
  [
    'other operations',
    [
      { operations: ['getPet'], respond },
      { operations: ['getPet', 'listPets'], ...next },
    ],
  ],
  ['operations, for there are calls that no operation is meant by', [{ operations: ['getPet', 'listPets'], respond }, next]],
  ['times that a parameter gives, which may be 0', [{ times: '$failures', respond }, next]],
])('a step after one with %s may take a call', (_title, steps) => {
  expect(findUnreachable(steps)).toEqual([])
})
