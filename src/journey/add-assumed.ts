// The assumptions that a reply rests on, each named once.

import type { Exchange } from '../record/exchange.ts'

export function addAssumed({ assumed }: Exchange, id: string): void {
  if (!assumed.includes(id)) assumed.push(id)
}
