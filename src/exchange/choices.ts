// The choices of assumptions: what the sandbox does where the document of the service is silent.

import type { Exchange } from './exchange.ts'

/** The key is the id of an assumption: `{ order: 'shuffled' }`. An assumption that is not named has its default. */
export type Choices = Readonly<Record<string, string>>

export const NO_CHOICES: Choices = {}

/** Notes an assumption that the reply depends on. Each assumption is noted once. */
export function addAssumed({ assumed }: Pick<Exchange, 'assumed'>, id: string): void {
  if (!assumed.includes(id)) assumed.push(id)
}
