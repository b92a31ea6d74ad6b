// What the rules need of the contract, looked up once: operations by id, which of them list what others create, and which
// parameters are cursors. No rule knows an operation by its name.

import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'

export interface Surroundings {
  readonly operations: ReadonlyMap<string, Operation>
  /** Whether a text is a key of the sandbox that a URL must not have. */
  readonly isKey: (text: string) => boolean
  /** Parts of texts that may be a key: where none is in a URL, nobody need look closer. */
  readonly keyHints: readonly string[]
}

export const readContract = ({ operations }: Pick<Contract, 'operations'>): Surroundings['operations'] =>
  new Map(operations.map((operation) => [operation.id, operation]))

/** The operation that lists what this one creates: it has the same path. Undefined where the operation creates nothing. */
export function listOf(create: Operation, operations: Surroundings['operations']): Operation | undefined {
  if (create.method !== 'POST') return undefined
  for (const one of operations.values()) if (one.method === 'GET' && one.path === create.path) return one
  return undefined
}

/** The names of the query parameters that are cursors. */
export const cursorsOf = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'query' && parameter.format === 'cursor').map(({ name }) => name)

/** Whether a place of a request stands in the contract by assumption only. */
export const isAssumedPlace = ({ parameters }: Operation, where: string, place: string) =>
  parameters.some((parameter) => parameter.in === where && parameter.name === place && parameter.assumed.length > 0)
