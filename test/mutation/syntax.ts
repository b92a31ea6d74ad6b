// The syntax tree of a source file. The only file that knows the parser.

import { type ParserPlugin, parse as parseWithBabel } from '@babel/parser'

/** A node of the tree; its other fields are those of ESTree. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Parses a file of TypeScript. Throws when the file has a mistake. */
export const parse = (path: string, text: string): Node => parseFile(path, text).program as unknown as Node

function parseFile(path: string, text: string) {
  const plugins: ParserPlugin[] = ['estree', 'typescript', ...(path.endsWith('x') ? (['jsx'] as const) : [])]
  try {
    return parseWithBabel(text, { sourceType: 'module', plugins, createParenthesizedExpressions: true })
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

/** The code of a file without its comments and blanks, to tell whether it is another. */
export function codeOf(path: string, text: string): string {
  const comments = (parseFile(path, text).comments ?? []).map(({ start, end }) => ({ start: start ?? 0, end: end ?? 0 }))
  const parts = [{ end: 0 }, ...comments].map(({ end }, index) => text.slice(end, comments[index]?.start))
  return parts.join('').replace(/\s+/g, ' ')
}

/** These wrap an expression, and only the expression is left when the code runs. */
const WRAPPERS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])
const TYPE_FIELDS = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'superTypeArguments', 'implements'])

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string' && 'start' in (value as Node)

/** The children of a node that are there when the code runs: no types, no imports. */
export function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([field]) => !TYPE_FIELDS.has(field))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(({ type }) => (WRAPPERS.has(type) || !type.startsWith('TS')) && type !== 'ImportDeclaration')
}

/** The node in this field, if there is one. */
export const childOf = (node: Node, field: string) => (isNode(node[field]) ? node[field] : undefined)

/** The nodes in this field, which has a list; gaps are left out. */
export const listOf = (node: Node, field: string) => (Array.isArray(node[field]) ? node[field].filter(isNode) : [])

/** The expression itself, without parentheses and types around it. */
export function bare(node: Node): Node {
  const inner = node.type === 'ParenthesizedExpression' || WRAPPERS.has(node.type) ? childOf(node, 'expression') : undefined
  return inner ? bare(inner) : node
}

export const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
