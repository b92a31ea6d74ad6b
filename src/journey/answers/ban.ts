// Refuses a banned key. A key is banned when it sends too many requests during a wait.

import { keyBanned } from '../../replies/refusals.ts'
import type { Visit } from '../visit.ts'

export function ban() {
  return function ban({ exchange: { count } }: Visit): undefined {
    if (count.verdict === 'banned') throw keyBanned(count)
  }
}
