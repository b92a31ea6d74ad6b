// Finds the operations of a contract that the probe calls: a list, one item of it, a creation, and further lists.
// The names come from the contract, so the probe knows no animal.

import type { Contract } from '../contract/contract.ts'
import { type Node, resolve } from '../contract/document.ts'
import type { Operation } from '../contract/operations.ts'

export interface Roles {
  readonly list: Role
  /** The parameter of the list that bounds its length, with the largest value. */
  readonly size?: { readonly name: string; readonly maximum: number }
  /** The parameter of the list that takes one of some values. */
  readonly choice?: { readonly name: string; readonly values: readonly unknown[] }
  readonly item?: Role
  readonly create?: Role & Creation
  /** Further operations that need no parameter. */
  readonly others: readonly Role[]
}

export interface Role {
  readonly operation: string
  /** Below the base URL, for example `/pets/{petId}`. */
  readonly path: string
  /** The date from which the operation is removed, in milliseconds since 1970. */
  readonly sunset?: number
}

/** A new item, from the contract's example. */
export interface Creation {
  readonly required: Readonly<Record<string, unknown>>
  /** A field that may be left out. */
  readonly optional?: string
}

/** Undefined when the contract has no operation that lists items with a bounded size. */
export function findRoles(contract: Contract): Roles | undefined {
  const { document, operations } = contract
  const role = ({ id, path, deprecation }: Operation): Role => ({
    operation: id,
    path: path.slice(contract.basePath.length),
    ...(deprecation?.sunset !== undefined && { sunset: deprecation.sunset }),
  })
  const free = operations.filter(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required))
  const list = free.find((operation) => parameterOf(contract, operation, isSize) !== undefined)
  if (list === undefined) return undefined
  const size = parameterOf(contract, list, isSize)
  const choice = parameterOf(contract, list, ({ enum: values }) => Array.isArray(values))
  const item = operations.find(({ method, path }) => method === 'GET' && path.startsWith(`${list.path}/{`))
  const create = operations.find(({ method, path }) => method === 'POST' && path === list.path)
  return {
    list: role(list),
    ...(size && { size: { name: String(size.name), maximum: Number(schemaOf(document, size).maximum) } }),
    ...(choice && { choice: { name: String(choice.name), values: schemaOf(document, choice).enum as unknown[] } }),
    ...(item && { item: role(item) }),
    ...(create && { create: { ...role(create), ...creationOf(contract, create) } }),
    others: free.filter((operation) => operation !== list).map(role),
  }
}

const isSize = ({ type, maximum }: Node) => type === 'integer' && typeof maximum === 'number'

const schemaOf = (document: Node, parameter: Node) => resolve(document, parameter.schema)

/** The operation's node in the document. */
function nodeOf({ document, basePath }: Contract, { path, method }: Operation): Node {
  const item = (document.paths as Record<string, Node>)[path.slice(basePath.length)]
  return (item?.[method.toLowerCase()] ?? {}) as Node
}

/** The first query parameter whose schema passes the test. */
function parameterOf(contract: Contract, operation: Operation, test: (schema: Node) => boolean): Node | undefined {
  const { document } = contract
  const parameters = ((nodeOf(contract, operation).parameters ?? []) as unknown[]).map((parameter) => resolve(document, parameter))
  return parameters.find((parameter) => parameter.in === 'query' && test(schemaOf(document, parameter)))
}

function creationOf(contract: Contract, operation: Operation): Creation {
  const format = operation.body?.content.get('application/json')
  const body = resolve(contract.document, nodeOf(contract, operation).requestBody)
  const media = (body.content as Record<string, Node> | undefined)?.['application/json'] ?? {}
  const [example] = Object.values((media.examples ?? {}) as Record<string, Node>)
  const fields = Object.entries((example?.value ?? {}) as Node)
  const optional = format?.fields.find((name) => !format.required.includes(name))
  return {
    required: Object.fromEntries(fields.filter(([name]) => format?.required.includes(name))),
    ...(optional !== undefined && { optional }),
  }
}
