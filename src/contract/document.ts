// The OpenAPI document as a tree of nodes, and its references followed. What it means is for the others.

/** Any object of the document, as an OpenAPI object or a map of them. */
export type Node = Readonly<Record<string, unknown>>

export interface OpenApi extends Node {
  readonly paths: Readonly<Record<string, Node>>
}

/** Follows references (OpenAPI Reference Object) until a node of its own. */
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

/** Visits every object of the document with its JSON pointer. */
export function walk(value: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${at}/${index}`, visit)
  if (!isNode(value)) return
  visit(value, at)
  for (const [name, item] of Object.entries(value)) walk(item, `${at}/${name.replaceAll('/', '~1')}`, visit)
}
