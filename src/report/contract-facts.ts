// The facts about the contract that rules need. No rule knows the name of an operation.

import type { RequestRecord } from '../../spec/control.ts'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'

export interface Surroundings {
  /** By operationId. A call of no operation finds nothing. */
  readonly operations: ReadonlyMap<string | undefined, OperationFacts>
  /** The place of a key in path, query or body: `path`, `query api_key` or `the body`. */
  readonly findKey: (request: Partial<Pick<RequestRecord, 'path' | 'query' | 'body'>>) => string | undefined
}

interface OperationFacts extends Pick<Operation, 'deprecation'> {
  /** The operation that lists the items that this operation creates. Undefined if it creates nothing. */
  readonly list: string | undefined
  /** The query parameters that are cursors. */
  readonly cursors: readonly string[]
  /** The parameter in the path of a deprecated operation that its successor does not have. */
  readonly lost: string | undefined
  /** Parameters that are in the contract only by an assumption, for example `query limit`. */
  readonly assumed: ReadonlySet<string>
}

export const readContract = ({ operations }: Pick<Contract, 'operations'>): Surroundings['operations'] =>
  new Map(
    operations.map(({ id, method, path, parameters, deprecation }) => [
      id,
      {
        ...(deprecation && { deprecation }),
        list: method === 'POST' ? operations.find((one) => one.method === 'GET' && one.path === path)?.id : undefined,
        lost: parameters.find((one) => one.in === 'path' && deprecation?.successor?.includes(`{${one.name}}`) === false)?.name,
        cursors: parameters.filter((one) => one.in === 'query' && one.format === 'cursor').map(({ name }) => name),
        assumed: new Set(parameters.filter(({ assumed }) => assumed.length > 0).map((one) => `${one.in} ${one.name}`)),
      },
    ]),
  )
