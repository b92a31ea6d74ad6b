// The service as a later version might be: what a campaign of faults changes for a whole run.

import type { LaterVersion } from '../examine/faults.ts'

export const laterVersions: readonly LaterVersion[] = [
  { name: 'new-fields', gives: 'a field that the contract does not have, in every reply', scenario: { name: 'new-fields' } },
  {
    name: 'new-status',
    gives: 'one animal with a status that the contract does not have',
    // The contract forbids such data, so only the replies have it.
    scenario: {
      operations: ['listPets', 'getPet'],
      steps: [
        {
          patch: [
            { op: 'test', path: '/id', value: 1 },
            { op: 'replace', path: '/status', value: 'reserved' },
          ],
        },
      ],
    },
  },
  { name: 'big-ids', gives: 'ids above 2^53', assume: { ids: 'big' } },
]
