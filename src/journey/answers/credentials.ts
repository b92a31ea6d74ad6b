// Refuses a request without a valid key. The note `decideAccess` decides it.

import type { Answer } from '../parts.ts'

export const credentials: Answer = {
  name: 'credentials',
  asks: 'Is the key valid?',
  passes: ({ caller }) => `passed: ${caller.key}, plan ${caller.plan}`,
  answers: ({ caller }) => `refused: ${caller.refusal?.message}`,
}
