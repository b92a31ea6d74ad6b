// The facts about the contract that rules need. No rule knows the name of an operation.

import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import type { RequestRecord } from '../../ground/generated/control.ts'

export interface Surroundings {
  /** By operationId. A call of no operation finds nothing. */
  readonly operations: ReadonlyMap<string | undefined, OperationFacts>
  /** The place of a key in path or query: `path` or `query api_key`. */
  readonly findKey: (request: Partial<Pick<RequestRecord, 'path' | 'query'>>) => string | undefined
}

interface OperationFacts extends Pick<Operation, 'parameters' | 'deprecation'> {
  /** The operation that lists the items that this operation creates. Undefined if it creates nothing. */
  readonly list: string | undefined
  /** The query parameters that are cursors. */
  readonly cursors: readonly string[]
}

export const readContract = ({ operations }: Pick<Contract, 'operations'>): Surroundings['operations'] =>
  new Map(
    operations.map(({ id, method, path, parameters, deprecation }) => [
      id,
      {
        ...{ parameters, ...(deprecation && { deprecation }) },
        list: method === 'POST' ? operations.find((one) => one.method === 'GET' && one.path === path)?.id : undefined,
        cursors: parameters.filter((one) => one.in === 'query' && one.format === 'cursor').map(({ name }) => name),
      },
    ]),
  )
