// Refuses a key that is banned, for sending on while it was told to wait.

import { keyBanned } from '../../replies/refusals.ts'
import type { Visit } from '../visit.ts'

export function ban() {
  return function ban({ exchange: { count } }: Visit): undefined {
    if (count.verdict === 'banned') throw keyBanned(count)
  }
}
