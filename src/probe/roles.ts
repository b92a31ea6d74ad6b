// Finds the operations of a contract that the probe calls: a list, one item of it, a creation, and further lists.
// The names come from the contract, so the probe knows no animal.

import type { Contract } from '../contract/contract.ts'
import { isNode, listOperations, type Node, type OperationNode, resolve } from '../contract/document.ts'
import { exampleOf } from '../contract/excerpt.ts'
import { StartError } from '../errors/problem.ts'

export interface Roles {
  readonly list: Role
  /** The parameter of the list that bounds its length, with the largest value. */
  readonly size: { readonly name: string; readonly maximum: number }
  readonly item: Role | undefined
  readonly create: (Role & Creation) | undefined
  /** Further operations that need no parameter. */
  readonly others: readonly Role[]
}

export interface Role {
  readonly operation: string
  /** Below the base URL, for example `/pets/{petId}`. */
  readonly path: string
  /** The date from which the operation is removed, in milliseconds since 1970. NaN without a date. */
  readonly sunset: number
}

/** A new item, from the contract's example. */
export interface Creation {
  readonly required: Readonly<Record<string, unknown>>
  /** A field that may be left out. */
  readonly optional: string | undefined
}

/** Throws a StartError when the contract has no operation that lists items with a bounded size. */
export function getRoles(contract: Contract): Roles {
  const { document } = contract
  const all = listOperations(document)
  const free = all.filter(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required === true))
  const list = free.find((operation) => sizeOf(document, operation) !== undefined)
  const size = list && sizeOf(document, list)
  if (list === undefined || size === undefined)
    throw new StartError('the contract has no operation that lists items with a bounded size, so there is nothing to probe')
  const item = all.find(({ method, path }) => method === 'GET' && path.startsWith(`${list.path}/{`))
  const create = all.find(({ method, path }) => method === 'POST' && path === list.path)
  return {
    list: roleOf(list),
    size,
    item: item && roleOf(item),
    create: create && { ...roleOf(create), ...creationOf(contract, create) },
    others: free.filter((operation) => operation !== list).map(roleOf),
  }
}

const roleOf = ({ node, path }: OperationNode): Role => ({
  operation: String(node.operationId),
  path,
  sunset: Date.parse(String(node['x-sunset'])),
})

/** The parameter of the query that is a bounded number. */
function sizeOf(document: Node, { parameters }: OperationNode): Roles['size'] | undefined {
  for (const parameter of parameters) {
    const { type, maximum } = resolve(document, parameter.schema)
    if (parameter.in === 'query' && type === 'integer' && typeof maximum === 'number') return { name: String(parameter.name), maximum }
  }
  return undefined
}

function creationOf({ document, operations }: Contract, { node }: OperationNode): Creation {
  const body = operations.find(({ id }) => id === node.operationId)?.body
  const { fields = [], required = [] } = body?.content.get('application/json') ?? {}
  const example = exampleOf(document, node)
  return {
    required: Object.fromEntries(Object.entries(isNode(example) ? example : {}).filter(([name]) => required.includes(name))),
    optional: fields.find((name) => !required.includes(name)),
  }
}
