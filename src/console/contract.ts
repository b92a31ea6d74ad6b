// The contract, or the document of the control API, as the page needs it: operations with their parameters, plans, assumptions, and
// resolved references.

import type { Assumption } from '../../spec/control.ts'
import { isNode, listOperations, type Node, resolve, walk } from '../contract/document.ts'
import { parseJson, renderJson } from '../json/json.ts'
import type { Replayed } from './snippets.ts'

export { isNode, type Node, resolve }

export interface Contract {
  readonly document: Node
  /** The path of the server, for example `/v1`. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  readonly plans: readonly string[]
  /** The anchors of its parts in the reference begin with it. Empty for the contract. */
  readonly prefix: string
  /** Every assumption once, in the order of the document. */
  readonly assumptions: ReadonlyMap<string, Assumption>
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

export function readContract(document: Node, prefix = ''): Contract {
  const [server] = (document.servers ?? []) as { url: string }[]
  const basePath = server === undefined ? '' : new URL(server.url, location.href).pathname.replace(/\/$/, '')
  const assumptions = new Map<string, Assumption>()
  walk(document, '', (node) => {
    for (const mark of marksOf(node))
      if (isNode(mark.choices)) assumptions.set(String(mark.id), { choice: mark.default, ...mark } as unknown as Assumption)
  })
  return {
    document,
    basePath,
    prefix,
    assumptions,
    operations: listOperations(document).map((operation) => ({
      ...operation,
      id: String(operation.node.operationId),
      path: basePath + operation.path,
    })),
    plans: Object.keys((document['x-plans'] ?? { free: {} }) as Node),
  }
}

export function marksOf(node: unknown): readonly Node[] {
  const mark = isNode(node) ? node['x-assumption'] : undefined
  return isNode(mark) ? [mark] : listOf(mark)
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

/** A request with the examples of the contract. An empty key is left out. */
export function exampleRequest({ document }: Contract, { method, path, node, parameters }: Operation, key: string): Replayed {
  const { example, examples } = jsonOf(document, node.requestBody)
  const [first] = Object.values((examples ?? {}) as Node)
  const body = example ?? resolve(document, first).value
  const text = body === undefined ? '' : renderJson(body)
  const values = new Map(parameters.map(({ name, example: value }) => [String(name), String(value ?? 1)]))
  const target = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => values.get(name) ?? '1')
  const headers: [string, string][] = []
  if (key !== '') headers.push(['Authorization', `Bearer ${key}`])
  if (text !== '') headers.push(['Content-Type', 'application/json'])
  return { method, origin: location.origin, target, headers, body: { text, bytes: text.length } }
}

/** The media type of the JSON body of a request or a response: its schema and its examples. */
function jsonOf(document: Node, holder: unknown): Node {
  const content = resolve(document, holder).content as Record<string, Node> | undefined
  return content?.['application/json'] ?? {}
}

/** The schemas of the fields that the items of a collection have: those in the contract, and others that were met. */
export function fieldsOf({ document, operations }: Contract, collection: string, items: readonly Node[]): Record<string, Node> {
  // The schema of an item is in the list whose path ends with the name of the collection.
  const list = operations.find(({ method, path }) => method === 'GET' && path.endsWith(`/${collection}`))
  const responses = (list?.node.responses ?? {}) as Node
  const { properties = {} } = flatten(document, resolve(document, jsonOf(document, responses['200']).schema).items)
  const met = items.flatMap(Object.keys).map((name) => [name, {}] as const)
  const promised = Object.entries(properties as Node).map(([name, node]) => [name, resolve(document, node)] as const)
  return { id: { type: 'integer' }, ...Object.fromEntries([...met, ...promised]) }
}
