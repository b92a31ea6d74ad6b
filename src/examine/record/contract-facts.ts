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

interface OperationFacts extends Operation {
  /** The name of the items that the operation creates, for example `pets`. Undefined if it creates nothing that a list has. */
  readonly creates: string | undefined
}

export const readContract = ({ operations }: Pick<Contract, 'operations'>): Surroundings['operations'] =>
  new Map(
    operations.map((operation) => {
      const { id, method, path } = operation
      const hasList = method === 'POST' && operations.some((one) => one.method === 'GET' && one.path === path)
      return [id, { ...operation, creates: hasList ? path.slice(path.lastIndexOf('/') + 1) : undefined }]
    }),
  )
