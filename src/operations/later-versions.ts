// The service as a later version might be: what a campaign of faults changes for a whole run.

import type { LaterVersion } from '../examine/faults.ts'

export const laterVersions: readonly LaterVersion[] = [
  { name: 'new-fields', scenario: { name: 'new-fields' } },
  {
    name: 'new-status',
    // The contract forbids such an animal, so only the replies have it. A list of one status has no animal with another one.
    scenario: ({ request }) => ({
      operations: ['listPets', 'getPet'],
      steps: [
        {
          when: !new URLSearchParams(request.query).has('status'),
          patch: [
            { op: 'test', path: '/id', value: 1 },
            { op: 'replace', path: '/status', value: 'reserved' },
          ],
        },
      ],
    }),
  },
  { name: 'big-ids', assume: { ids: 'big' } },
]
