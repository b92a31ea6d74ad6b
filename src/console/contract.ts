// The contract as the page needs it: operations with their parameters, plans, and the fields of the items of a collection.

import { listOperations, type Node, resolve } from '../contract/document.ts'
import { parseJson } from '../contract/json/json.ts'
import type { Replayed } from './snippets.ts'

export type { Node }

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

/** Loads the contract that this server publishes. Its plans and some fields are assumptions. */
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
export function flatten(document: Node, node: unknown): Node & { readonly properties: Node; readonly required: readonly unknown[] } {
  const { allOf, ...own } = resolve(document, node)
  const parts = [...listOf(allOf).map((part) => flatten(document, part)), own as Node]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  return { ...Object.assign({}, ...parts), properties, required: parts.flatMap((part) => listOf(part.required)) }
}

/** A call that needs neither parameters nor a body, for the first visit. */
export function firstCall({ operations, plans }: Contract): Replayed | undefined {
  const first = operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required === true))
  const headers = [['Authorization', `Bearer sandbox_${plans[0]}`]] as const
  return first && { method: 'GET', origin: location.origin, target: first.path, headers }
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
