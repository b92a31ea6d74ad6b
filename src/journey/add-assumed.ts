// Notes an assumption that the reply depends on. Each assumption is noted once.

import type { Exchange } from '../exchange/exchange.ts'

export function addAssumed({ assumed }: Exchange, id: string): void {
  if (!assumed.includes(id)) assumed.push(id)
}
