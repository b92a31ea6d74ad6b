// The facts about the contract that rules need: operations by id, the operation that lists created items, and the parameters that
// are cursors. No rule knows the name of an operation.

import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'

export interface Surroundings {
  readonly operations: ReadonlyMap<string, Operation>
  /** True for a text that is a key of the sandbox. */
  readonly isKey: (text: string) => boolean
  /** Parts that a key may have. A URL without any of them has no key, so that it need not be searched. */
  readonly keyHints: readonly string[]
}

export const readContract = ({ operations }: Pick<Contract, 'operations'>): Surroundings['operations'] =>
  new Map(operations.map((operation) => [operation.id, operation]))

/** The operation that lists the items that `create` creates: it has the same path. Undefined if `create` creates nothing. */
export function listOf(create: Operation, operations: Surroundings['operations']): Operation | undefined {
  if (create.method !== 'POST') return undefined
  for (const one of operations.values()) if (one.method === 'GET' && one.path === create.path) return one
  return undefined
}

/** The names of the query parameters that are cursors. */
export const cursorsOf = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'query' && parameter.format === 'cursor').map(({ name }) => name)

/** True when a parameter is in the contract only by an assumption. */
export const isAssumedPlace = ({ parameters }: Operation, where: string, place: string) =>
  parameters.some((parameter) => parameter.in === where && parameter.name === place && parameter.assumed.length > 0)
