// The service as a later version might be: what a campaign of faults changes for a whole run.

import type { Drift } from '../inject/faults.ts'
import { withBigIds } from './big-ids.ts'

export const drifts: readonly Drift[] = [
  { name: 'new-fields', scenario: { name: 'new-fields' } },
  {
    name: 'new-status',
    // The last animal has a status that the contract does not know. The contract forbids such data, so only the replies have it.
    scenarioFor: ({ collections: { pets = [] } }) => ({
      operations: ['listPets', 'getPet'],
      steps: [
        {
          patch: [
            { op: 'test', path: '/id', value: pets.at(-1)?.id ?? 1 },
            { op: 'replace', path: '/status', value: 'reserved' },
          ],
        },
      ],
    }),
  },
  { name: 'big-ids', content: withBigIds },
]
