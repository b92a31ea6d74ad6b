// Refuses a banned key. A key is banned when it sends too many requests during a wait.

import { keyBanned } from '../../errors/refusals.ts'
import type { RequestContext } from '../context.ts'

export function ban() {
  return function ban({ exchange: { count } }: RequestContext): undefined {
    if (count.verdict === 'banned') throw keyBanned(count)
  }
}
