// Refuses a banned key. A key is banned when it sends too many requests during a wait. The note `decideAccess` decides it.

import type { Answer } from '../parts.ts'

export const ban: Answer = {
  name: 'ban',
  asks: 'Is the key banned?',
  passes: () => 'no ban',
  answers: ({ count }) => `refused: banned for ${count.retryAfter} more seconds`,
}
