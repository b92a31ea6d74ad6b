// Refuses a key that is banned, for sending on while it was told to wait.

import type { Exchange } from '../../exchange.ts'
import { keyBanned } from '../../refusals.ts'

export function ban() {
  return function ban({ count }: Exchange): undefined {
    if (count?.verdict === 'banned') throw keyBanned(count)
  }
}
