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

/** The methods that a path of a document can have. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
