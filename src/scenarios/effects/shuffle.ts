// Returns the items of a list in a random order, from the world's seeded randomness.

import type { Effect } from '../effect.ts'

export const shuffle: Effect<{ shuffle: boolean }> = {
  schema: {
    shuffle: { description: 'If true, the items of a list come in another order.', type: 'boolean' },
  },
  finish(settings, draft, _scene, { random }) {
    if (!settings.shuffle || draft.status >= 300 || !Array.isArray(draft.body)) return false
    const ranked = draft.body.map((item: unknown) => ({ item, rank: random() })).sort((a, b) => a.rank - b.rank)
    draft.body = ranked.map(({ item }) => item)
    return true
  },
}
