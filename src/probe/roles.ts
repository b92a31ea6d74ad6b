// Finds the operations of a contract that the probe calls: a list, one item of it, a creation, and further lists.
// The names come from the contract, so the probe knows no animal.

import type { Contract } from '../contract/contract.ts'
import { exampleOf, findOperation, isNode, type Node } from '../contract/document.ts'
import type { Operation } from '../contract/operations.ts'
import { StartError } from '../ground/problem.ts'

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
  /** The date from which the operation is removed, in milliseconds since 1970. */
  readonly sunset: number | undefined
}

/** A new item, from the contract's example. */
export interface Creation {
  readonly required: Readonly<Record<string, unknown>>
  /** A field that may be left out. */
  readonly optional: string | undefined
}

/** Throws a StartError when the contract has no operation that lists items with a bounded size. */
export function getRoles({ document, operations, basePath }: Contract): Roles {
  const roleOf = ({ id, path, deprecation }: Operation): Role => ({
    ...{ operation: id, path: path.slice(basePath.length), sunset: deprecation?.sunset },
  })
  const reads = operations.filter(({ method }) => method === 'GET')
  const free = reads.filter(({ parameters }) => !parameters.some(({ required }) => required))
  const list = free.find(sizeOf)
  const size = list && sizeOf(list)
  if (list === undefined || size?.bounds === undefined)
    throw new StartError('the contract has no operation that lists items with a bounded size, so there is nothing to probe')
  const item = reads.find(({ path }) => path.startsWith(`${list.path}/{`))
  const create = operations.find(({ method, path }) => method === 'POST' && path === list.path)
  return {
    list: roleOf(list),
    size: { name: size.name, maximum: size.bounds.maximum },
    item: item && roleOf(item),
    create: create && { ...roleOf(create), ...creationOf(document, create) },
    others: free.filter((operation) => operation !== list).map(roleOf),
  }
}

/** The parameter of the query that is a bounded number. */
const sizeOf = ({ parameters }: Operation) =>
  parameters.find((parameter) => parameter.in === 'query' && Number.isFinite(parameter.bounds?.maximum))

function creationOf(document: Node, { id, body }: Operation): Creation {
  const { fields = [], required = [] } = body?.content.get('application/json') ?? {}
  const example = exampleOf(document, findOperation(document, id).node)
  return {
    required: Object.fromEntries(Object.entries(isNode(example) ? example : {}).filter(([name]) => required.includes(name))),
    optional: fields.find((name) => !required.includes(name)),
  }
}
