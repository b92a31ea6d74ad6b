// Which steps get a warning from the check, and which steps do not.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOwnScenarios } from '../../src/package-files.ts'
import { createDirectory } from '../support/command.ts'

const PARAMETERS = {
  chance: { type: 'number', default: 0.5, description: 'c' },
  extreme: { type: 'boolean', default: true, description: 'e' },
  failures: { type: 'integer', default: 1, description: 'f' },
}

/** The warnings about a file with these steps. */
async function warn(steps: readonly object[]): Promise<readonly string[]> {
  const directory = await createDirectory()
  await writeFile(join(directory, 'own.yaml'), JSON.stringify({ summary: 'x', parameters: PARAMETERS, steps }))
  return (await loadOwnScenarios([directory], { alone: true })).notices
}

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
  ['that takes no calls', [{ times: 0, ...next }], 'step 1 never takes a call: times is 0'],
  ['with the probability 0', [{ probability: 0, ...next }], 'step 1 never takes a call: probability is 0'],
  ['that is left out', [{ when: false, ...next }], 'step 1 never takes a call: when is false'],
])('a step %s never takes a call', async (_title, steps, message) => {
  expect(await warn(steps)).toEqual([expect.stringContaining(`warning: ${message}`)])
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
])('a step after a step with %s may take a call', async (_title, steps) => {
  expect(await warn(steps)).toEqual([])
})
