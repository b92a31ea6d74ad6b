// The OpenAPI document as a tree of nodes, and the following of references. Other files give the nodes a meaning.

/** Any object of the document: an OpenAPI object, or a map of such objects. */
export type Node = Readonly<Record<string, unknown>>

export interface OpenApi extends Node {
  readonly paths: Readonly<Record<string, Node>>
}

/** Follows references (OpenAPI Reference Object) until a node that is not a reference. */
export function resolve(document: Node, node: unknown): Node {
  let current = node
  for (let hops = 0; isNode(current) && typeof current.$ref === 'string' && hops < 20; hops += 1) current = findNode(document, current.$ref)
  return isNode(current) ? current : {}
}

/** The nodes of a map, by their names, with references followed. */
export const entriesOf = (document: Node, map: unknown): [name: string, node: Node][] =>
  Object.entries(resolve(document, map)).map(([name, node]) => [name, resolve(document, node)])

/** The node that a local reference such as `#/components/schemas/Pet` names. */
export function findNode(document: Node, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>(
    (node, step) => (isNode(node) ? node[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    document,
  )
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Calls `visit` with every object of the document and its JSON pointer. */
export function walk(value: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${at}/${index}`, visit)
  if (!isNode(value)) return
  visit(value, at)
  for (const [name, item] of Object.entries(value)) walk(item, `${at}/${name.replaceAll('/', '~1')}`, visit)
}

/** A copy of a part of the document. `change` replaces each object, after the objects inside it, or leaves it out with undefined. */
export function rewrite(value: unknown, change: (node: Node) => Node | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change)).filter((item) => item !== undefined)
  if (!isNode(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, rewrite(item, change)] as const)
  return change(Object.fromEntries(entries.filter(([, item]) => item !== undefined)))
}

/** For code generators that accept only one type per schema. `type: [string, integer]` becomes `anyOf`. */
export const withPlainTypes = (document: Node): Node =>
  rewrite(document, ({ type, ...node }) => {
    // Code generators understand null beside one type as an optional value.
    if (!Array.isArray(type) || (type.length === 2 && type.includes('null'))) return type === undefined ? node : { type, ...node }
    return { ...node, anyOf: type.map((one) => ({ type: one })) }
  }) as Node

/** An operation as the document has it. */
export interface OperationNode {
  /** As the document writes it, for example `/pets/{petId}`. */
  readonly path: string
  /** In capital letters. */
  readonly method: string
  readonly node: Node
  readonly parameters: readonly Node[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** All operations, in the order of the document. */
export const listOperations = (document: Node): OperationNode[] =>
  entriesOf(document, document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, node]) =>
      METHODS.includes(method) && isNode(node)
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
