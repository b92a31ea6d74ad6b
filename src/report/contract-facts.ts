// The facts about the contract and its keys that rules need. No rule knows the name of an operation.

import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'
import type { RequestRecord } from '../exchange/exchange.ts'

export interface Surroundings {
  readonly operations: ReadonlyMap<string, Operation>
  /** The place of a key in path, query or body: `path`, `query api_key` or `body`. */
  readonly findKey: (request: Pick<RequestRecord, 'path' | 'query' | 'body'>) => string | undefined
}

export const readContract = ({ operations }: Pick<Contract, 'operations'>): Surroundings['operations'] =>
  new Map(operations.map((operation) => [operation.id, operation]))

/** The operation that lists the items that `create` creates: it has the same path. Undefined if `create` creates nothing. */
export function listOf(create: Operation, operations: Surroundings['operations']): Operation | undefined {
  if (create.method !== 'POST') return undefined
  for (const one of operations.values()) if (one.method === 'GET' && one.path === create.path) return one
  return undefined
}

/** Stands for an operation that the contract does not have. */
export const NONE: Pick<Operation, 'parameters'> = { parameters: [] }

/** The names of the query parameters that are cursors. */
export const cursorsOf = ({ parameters }: Pick<Operation, 'parameters'>) =>
  parameters.filter((parameter) => parameter.in === 'query' && parameter.format === 'cursor').map(({ name }) => name)

/** True when a parameter is in the contract only by an assumption. */
export const isAssumedPlace = ({ parameters }: Pick<Operation, 'parameters'>, where: string, place: string) =>
  parameters.some((parameter) => parameter.in === where && parameter.name === place && parameter.assumed.length > 0)

/** Finds keys. Every key contains one of the `hints`. So a text without a hint need not be searched. */
export function createKeySearch(isKey: (text: string) => boolean, hints: readonly string[]): Surroundings['findKey'] {
  const mayHave = (text: string) => hints.some((hint) => text.includes(hint))
  return ({ path, query, body }) => {
    if ((mayHave(path) || path.includes('%')) && path.split('/').some((segment) => isKey(decode(segment)))) return 'path'
    if (mayHave(query) || query.includes('%'))
      for (const [name, value] of new URLSearchParams(query)) if (isKey(value)) return `query ${name.slice(0, 60)}`
    const text = body?.text
    return text !== undefined && mayHave(text) && text.split(/[^\w.-]+/).some(isKey) ? 'body' : undefined
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
