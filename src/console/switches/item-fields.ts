// The fields of the items of a collection: the fields in the contract, and other fields that the items have.

import type { Contract, Node } from '../contract.ts'
import { flatten, isNode, resolve, schemaOf } from '../contract.ts'

export interface Field {
  readonly type: string
  /** The allowed values, if the contract names them. */
  readonly choices?: readonly string[]
}

export type Fields = Readonly<Record<string, Field>>

export function fieldsOf(contract: Contract | undefined, collection: string, items: readonly Readonly<Record<string, unknown>>[]): Fields {
  const promised = contract ? promisedBy(contract, collection) : {}
  const met = Object.fromEntries(items.flatMap(Object.keys).map((name): [string, Field] => [name, { type: 'any' }]))
  return { id: { type: 'integer' }, ...met, ...promised }
}

/** The fields in the contract. They are in the item schema of the list whose path ends with the name of the collection. */
function promisedBy({ document, operations }: Contract, collection: string): Fields {
  const list = operations.find(({ method, path }) => method === 'GET' && path.endsWith(`/${collection}`))
  const responses = (list?.node.responses ?? {}) as Node
  const items = flatten(document, resolve(document, schemaOf(document, responses['200'])).items)
  const properties = isNode(items.properties) ? items.properties : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, node]): [string, Field] => {
      const { type, enum: choices } = resolve(document, node)
      return [name, { type: String(type ?? 'any'), ...(Array.isArray(choices) && { choices: choices.map(String) }) }]
    }),
  )
}
