// The OpenAPI document as a tree of nodes: follows references, and takes out parts. Other files give the nodes a meaning.

import { isObject } from './json/json.ts'

/** Any object of the document: an OpenAPI object, or a map of such objects. */
export type Node = Readonly<Record<string, unknown>>

export interface OpenApi extends Node {
  readonly paths: Readonly<Record<string, Node>>
}

/** Follows references (OpenAPI Reference Object). Gives an empty node where there is none. */
export function resolve(document: Node, node: unknown): Node {
  let current = node
  for (let hops = 0; isObject(current) && typeof current.$ref === 'string' && hops < 20; hops += 1)
    current = findNode(document, current.$ref)
  return isObject(current) ? current : {}
}

/** The nodes of a map, with references followed. */
export const entriesOf = (document: Node, map: unknown): [name: string, node: Node][] =>
  Object.entries(resolve(document, map)).map(([name, node]) => [name, resolve(document, node)])

/** The node that a local reference such as `#/components/schemas/Pet` names. */
export function findNode(document: Node, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  return stepsOf(reference).reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), document)
}

/** The steps of a JSON pointer (RFC 6901). */
export const stepsOf = (pointer: string) => pointer.split('/').slice(1).map(unescapeStep)

const unescapeStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Calls `visit` with every object of the document and its JSON pointer. */
export function walk(value: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${at}/${index}`, visit)
  if (!isObject(value)) return
  visit(value, at)
  for (const [name, item] of Object.entries(value)) walk(item, `${at}/${name.replaceAll('/', '~1')}`, visit)
}

/** A changed copy. `change` replaces each object, after the objects inside it, or leaves it out with undefined. */
export function rewrite(value: unknown, change: (node: Node) => Node | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change)).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, rewrite(item, change)] as const)
  return change(Object.fromEntries(entries.filter(([, item]) => item !== undefined)))
}

/** For code generators that accept only one type per schema. `type: [string, integer]` becomes `anyOf`. */
export const withPlainTypes = (document: Node): Node =>
  rewrite(document, ({ type, ...node }) => {
    // They understand null beside one type as an optional value.
    if (!Array.isArray(type) || (type.length === 2 && type.includes('null'))) return { type, ...node }
    return { ...node, anyOf: type.map((one) => ({ type: one })) }
  }) as Node

export interface OperationNode {
  /** As the document writes it, for example `/pets/{petId}`. */
  readonly path: string
  /** In capital letters. */
  readonly method: string
  readonly node: Node
  readonly parameters: readonly Node[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

export const listOperations = (document: Node): OperationNode[] =>
  entriesOf(document, document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, node]) =>
      METHODS.includes(method) && isObject(node)
        ? { path, method: method.toUpperCase(), node, parameters: parametersOf(document, item.parameters, node.parameters) }
        : [],
    ),
  )

/** An operation's parameter replaces its path's parameter of the same name and place (OpenAPI Operation Object). */
function parametersOf(document: Node, shared: unknown, own: unknown): Node[] {
  const all = [...listOf(shared), ...listOf(own)].map((parameter) => resolve(document, parameter))
  return [...new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()]
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Throws an Error for an operationId that the document does not have. */
export function findOperation(document: Node, operationId: string): OperationNode {
  const all = listOperations(document)
  const found = all.find(({ node }) => node.operationId === operationId)
  if (found === undefined)
    throw new Error(`There is no operation ${operationId}: the operations are ${all.map(({ node }) => node.operationId).join(', ')}.`)
  return found
}

/** What these operations need of the document, by `GET /pets` or a reference such as `#/components/schemas/Pet`. */
export function renderExcerpt(document: Node, operationIds: readonly string[]): string {
  const operations = operationIds.map((id) => findOperation(document, id))
  const parts: Record<string, unknown> = Object.fromEntries(operations.map(({ method, path, node }) => [`${method} ${path}`, node]))
  const queue = Object.values(parts)
  for (const part of queue)
    walk(part, '', ({ $ref }) => {
      if (typeof $ref !== 'string' || $ref in parts) return
      parts[$ref] = findNode(document, $ref)
      queue.push(parts[$ref])
    })
  return JSON.stringify(parts, shorten)
}

/** Leaves out tags and examples, and lists headers and assumptions by their names. */
function shorten(name: string, value: unknown): unknown {
  const isReferences = isObject(value) && Object.values(value).every((header) => isObject(header) && '$ref' in header)
  if (name === 'headers' && isReferences) return Object.keys(value)
  if (name === 'x-assumption') return [value].flat().map((assumption) => Object(assumption).id)
  return name === 'tags' || name === 'examples' ? undefined : value
}

/** A schema nested deeper than this allows any value. */
const MAX_DEPTH = 5

/** Replaces references, for agents. Patterns, lengths, extensions and bans of further fields would cost them tokens. */
export const inline = (document: Node, schema: unknown) => inlineValue(document, schema, 0) as Node

function inlineValue(document: Node, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineValue(document, item, depth))
  if (!isObject(value)) return value
  const { $ref, ...own } = value
  const entries = Object.entries({ ...($ref !== undefined && resolve(document, value)), ...own })
  // A property may have the name `title` too.
  const read = entries.filter(([name, part]) => !UNREAD.test(name) && !(name === 'title' && typeof part === 'string'))
  return depth === MAX_DEPTH ? {} : Object.fromEntries(read.map(([name, part]) => [name, inlineValue(document, part, depth + 1)]))
}

const UNREAD = /^(pattern|minLength|maxLength|minItems|minProperties|additionalProperties|x-.*)$/

/** The first JSON example of a request's body, if there is one. */
export function exampleOf(document: Node, operation: Node | undefined): unknown {
  const content = resolve(document, resolve(document, operation?.requestBody).content)
  const { examples } = resolve(document, content['application/json'])
  return isObject(examples) ? resolve(document, Object.values(examples)[0]).value : undefined
}
