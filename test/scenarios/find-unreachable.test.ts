// Which steps get a warning from the check, and which steps do not.

import { expect, test } from 'vitest'
import { findUnreachable } from '../../src/scenarios/find-unreachable.ts'

const respond = { status: 500 }
const next = { delay: 1 }

test.each([
  ['after a step for all calls', [{ respond }, next], 'step 2 never takes a call: step 1 takes all its calls and is never used up'],
  ['with times, after a step for all calls', [{ respond }, { times: 2, ...next }], 'step 2 never takes a call: step 1 takes all its calls'],
  ['after a step with the probability 1', [{ probability: 1, respond }, next], 'step 2 never takes a call: step 1 takes all its calls'],
  [
    'of one operation, after a step for all operations',
    [{ respond }, { operations: ['getPet'], ...next }],
    'step 2 never takes a call: step 1 takes',
  ],
  [
    'after a step with its operation',
    [
      { operations: ['getPet', 'listPets'], respond },
      { operations: ['getPet'], ...next },
    ],
    'step 2 never takes a call: step 1 takes all its calls and is never used up',
  ],
  [
    'after several steps that together have its operations',
    [
      { operations: ['getPet'], respond },
      { operations: ['createPet'], respond },
      { operations: ['listPets'], respond },
      { operations: ['listPets', 'getPet'], ...next },
    ],
    'step 4 never takes a call: steps 1 and 3 take all its calls and are never used up',
  ],
  ['that takes no calls', [{ times: 0, ...next }], 'step 1 never takes a call: times is 0'],
  ['with the probability 0', [{ probability: 0, ...next }], 'step 1 never takes a call: probability is 0'],
  ['that is left out', [{ when: false, ...next }], 'step 1 never takes a call: when is false'],
])('a step %s never takes a call', (_title, steps, message) => {
  const found = findUnreachable(steps)
  expect(found).toMatchObject([{ path: ['steps', steps.length - 1] }])
  expect(found[0]?.message).toContain(message)
})

test.each([
  ['times', [{ times: 9, respond }, next]],
  ['a probability', [{ probability: 0.9, respond }, next]],
  ['a probability from a parameter', [{ probability: '$chance', respond }, next]],
  ['a condition', [{ when: '$extreme', respond }, next]],
  [
    'other operations',
    [
      { operations: ['getPet'], respond },
      { operations: ['getPet', 'listPets'], ...next },
    ],
  ],
  ['operations, because calls of unknown paths have no operation', [{ operations: ['getPet', 'listPets'], respond }, next]],
  ['times from a parameter, which may be 0', [{ times: '$failures', respond }, next]],
])('a step after a step with %s may take a call', (_title, steps) => {
  expect(findUnreachable(steps)).toEqual([])
})
