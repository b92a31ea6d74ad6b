// The assumptions that a reply rests on, each named once.

import type { Exchange } from '../exchange.ts'

export function addAssumed({ assumed }: Exchange, id: string): void {
  if (!assumed.includes(id)) assumed.push(id)
}
