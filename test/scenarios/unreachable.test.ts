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
