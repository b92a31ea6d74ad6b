// The choices of assumptions: what the sandbox does where the document of the service is silent.

/** The key is the id of an assumption: `{ order: 'shuffled' }`. An assumption that is not named has its default. */
import type { OpenExchange } from './exchange.ts'
export type Choices = Readonly<Record<string, string>>

export const NO_CHOICES: Choices = {}

/** Notes an assumption that the reply depends on. Each assumption is noted once. */
export function addAssumed({ assumed }: Pick<OpenExchange, 'assumed'>, id: string): void {
  if (!assumed.includes(id)) assumed.push(id)
}
