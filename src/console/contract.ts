// The contract, or the document of the control API, as the page needs it: operations with their parameters, plans, assumptions, and
// resolved references. Also the operation of an address, and its parameters in the address.

import type { Assumption } from '../../spec/control.ts'
import { listAssumptions } from '../contract/assumptions.ts'
import { isNode, listOperations, type Node, resolve } from '../contract/document.ts'
import { parseJson, renderJson } from '../json/json.ts'
import { decode } from './route.ts'
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
  readonly assumptions: readonly Assumption[]
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
  return {
    document,
    basePath,
    prefix,
    assumptions: listAssumptions(document),
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
export function flatten(document: Node, node: unknown): Node & { readonly properties: Node; readonly required: readonly unknown[] } {
  const { allOf, ...own } = resolve(document, node)
  const parts = [...listOf(allOf).map((part) => flatten(document, part)), own as Node]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  return { ...Object.assign({}, ...parts), properties, required: parts.flatMap((part) => listOf(part.required)) }
}

/** The last part of a reference, for example `Pet`. */
export const nameOfReference = (node: unknown) => (isNode(node) && typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined)

/** A request with the examples of the contract. An empty key is left out. */
export function exampleRequest({ document }: Contract, { method, path, node, parameters }: Operation, key: string): Replayed {
  const { example, examples } = jsonOf(document, node.requestBody)
  const [first] = Object.values((examples ?? {}) as Node)
  const body = example ?? resolve(document, first).value
  const text = body === undefined ? '' : renderJson(body)
  const target = path.replaceAll(/\{([^}]+)\}/g, (_, name) => String(parameters.find((one) => one.name === name)?.example ?? 1))
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
  const { properties } = flatten(document, resolve(document, jsonOf(document, responses['200']).schema).items)
  const met = items.flatMap(Object.keys).map((name) => [name, {}] as const)
  const promised = Object.entries(properties).map(([name, node]) => [name, resolve(document, node)] as const)
  return { id: { type: 'integer' }, ...Object.fromEntries([...met, ...promised]) }
}

/** The texts of a path and the values of its parameters in turn, and the query at the end. Undefined for another path. */
function splitTarget({ path }: Operation, target: string): string[] | undefined {
  const texts = path.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
  // Switches may stand before the path, for example `/~slow`.
  return new RegExp(`^((?:/~[^/?]*)?${texts.join(')([^/?]*)(')})(\\?.*)?$`, 's').exec(target)?.slice(1)
}

export const findOperation = (operations: readonly Operation[], method: string, target: string) =>
  operations.find((operation) => operation.method === method && splitTarget(operation, target) !== undefined)

/** The value of a parameter in an address of its operation, and the address with another value. */
export function findParameter(target: string, operation: Operation, { name, in: place }: Node) {
  const parts = splitTarget(operation, target) ?? []
  if (place === 'path') {
    const at = 2 * Array.from(operation.path.matchAll(/\{([^}]+)\}/g), ([, one]) => one).indexOf(String(name)) + 1
    return { value: decode(parts[at] ?? ''), write: (value: string) => parts.with(at, encodeURIComponent(value)).join('') }
  }
  const items = (parts.pop() ?? '').slice(1).split('&').filter(Boolean)
  const found = items.findIndex((item) => decode(item.split('=')[0] ?? '') === name)
  const at = found === -1 ? items.length : found
  const write = (value: string) => {
    // A parameter without a value is left out.
    const query = items.toSpliced(at, 1, ...(value === '' ? [] : [`${encodeURIComponent(String(name))}=${encodeURIComponent(value)}`]))
    return parts.join('') + (query.length > 0 ? `?${query.join('&')}` : '')
  }
  return { value: decode(items[at]?.split('=').slice(1).join('=') ?? ''), write }
}
