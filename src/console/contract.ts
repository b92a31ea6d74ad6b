// The contract as the page needs it: operations with their parameters, plans, and resolved references.

import { isNode, listOperations, type Node, resolve } from '../contract/document.ts'
import { parseJson } from '../json/json.ts'

export { isNode, type Node, resolve }

export interface Contract {
  readonly document: Node
  /** The path of the server, for example `/v1`. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  readonly plans: readonly string[]
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** With the base path, for example `/v1/pets/{petId}`. */
  readonly path: string
  readonly node: Node
  readonly parameters: readonly Node[]
}

/** Loads the contract that this server publishes, with its assumptions. */
export async function loadContract(): Promise<Contract> {
  const response = await fetch('/openapi.json?assumptions=include', { cache: 'no-cache' })
  return readContract(parseJson(await response.text()) as Node)
}

export function readContract(document: Node): Contract {
  const [server] = (document.servers ?? []) as { url: string }[]
  const basePath = server === undefined ? '' : new URL(server.url, location.href).pathname.replace(/\/$/, '')
  return {
    document,
    basePath,
    operations: listOperations(document).map((operation) => ({
      ...operation,
      id: String(operation.node.operationId),
      path: basePath + operation.path,
    })),
    plans: Object.keys((document['x-plans'] ?? { free: {} }) as Node),
  }
}

export const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : [])

/** Merges the parts of `allOf` into one schema. */
export function flatten(document: Node, node: unknown): Node {
  const { allOf, ...own } = resolve(document, node)
  const parts = [...listOf(allOf).map((part) => flatten(document, part)), own as Node]
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Node
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** The last part of a reference, for example `Pet`. */
export const nameOfReference = (node: unknown) => (isNode(node) && typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined)

/** The schema of the JSON body of a request or a response. */
export const schemaOf = (document: Node, holder: unknown) => jsonOf(document, holder).schema

/** The first example of a JSON body. */
export function exampleOf(document: Node, holder: unknown): unknown {
  const { example, examples } = jsonOf(document, holder)
  const [first] = Object.values((examples ?? {}) as Node)
  return example ?? resolve(document, first).value
}

function jsonOf(document: Node, holder: unknown): Node {
  const content = resolve(document, holder).content as Record<string, Node> | undefined
  return content?.['application/json'] ?? {}
}

/** A field of an item. */
export interface Field {
  readonly type: string
  /** The allowed values, if the contract names them. */
  readonly choices?: readonly string[]
}

/** The fields of the items of a collection: the fields in the contract, and other fields that the items have. */
export function fieldsOf(contract: Contract | undefined, collection: string, items: readonly Node[]): Record<string, Field> {
  const met = Object.fromEntries(items.flatMap(Object.keys).map((name): [string, Field] => [name, { type: 'any' }]))
  return { id: { type: 'integer' }, ...met, ...(contract && promisedBy(contract, collection)) }
}

/** The fields in the contract. They are in the item schema of the list whose path ends with the name of the collection. */
function promisedBy({ document, operations }: Contract, collection: string): Record<string, Field> {
  const list = operations.find(({ method, path }) => method === 'GET' && path.endsWith(`/${collection}`))
  const responses = (list?.node.responses ?? {}) as Node
  const { properties = {} } = flatten(document, resolve(document, schemaOf(document, responses['200'])).items)
  return Object.fromEntries(
    Object.entries(properties as Node).map(([name, node]): [string, Field] => {
      const { type = 'any', enum: choices } = resolve(document, node)
      return [name, { type: String(type), ...(Array.isArray(choices) && { choices: choices.map(String) }) }]
    }),
  )
}
