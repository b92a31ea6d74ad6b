// The kinds of change that a mutant can make: each looks at one node and says how to change the text there.

import { bare, childOf, isFunction, listOf, type Node } from './syntax.ts'

/** A text to put in place of a part of the file. */
export interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

type Operator = (node: Node, source: string) => Change[]

const SWAPS: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
}
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
}
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])
/** Calls of these give what they were called on, or a part of it. */
const LINKS = new Set(['filter', 'sort', 'toSorted', 'slice', 'trim', 'toLowerCase', 'toUpperCase', 'reverse', 'toReversed'])

const replace = ({ start, end }: Node, text: string): Change => ({ start, end, text })
const textOf = ({ start, end }: Node, source: string) => source.slice(start, end)

/** Replaces an operator between two operands, wherever it stands between them. */
function swap(node: Node, source: string, other: string): Change[] {
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
  if (!left || !right) return []
  const start = source.indexOf(String(node.operator), left.end)
  return [{ start, end: start + String(node.operator).length, text: other }]
}

const isText = (node: Node | undefined): boolean => {
  const inner = node && bare(node)
  if (inner?.type === 'TemplateLiteral') return true
  if (inner?.type === 'BinaryExpression') return isText(childOf(inner, 'left')) || isText(childOf(inner, 'right'))
  return inner?.type === 'Literal' && typeof inner.value === 'string'
}

const forceCondition: Operator = (node) => {
  const test = childOf(node, 'test')
  if (!test || !['IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement'].includes(node.type)) return []
  const isLoop = node.type.startsWith('For') || node.type === 'WhileStatement'
  return [...(isLoop ? [] : [replace(test, 'true')]), replace(test, 'false')]
}

const compare: Operator = (node, source) =>
  node.type === 'BinaryExpression' ? (SWAPS[String(node.operator)] ?? []).flatMap((other) => swap(node, source, other)) : []

const calculate: Operator = (node, source) => {
  const other = ARITHMETIC[String(node.operator)]
  if (!other) return []
  if (node.type === 'UpdateExpression') return [replace(node, textOf(node, source).replace(String(node.operator), other))]
  const isConcatenation = isText(childOf(node, 'left')) || isText(childOf(node, 'right'))
  return ['BinaryExpression', 'AssignmentExpression'].includes(node.type) && !isConcatenation ? swap(node, source, other) : []
}

const combine: Operator = (node, source) => {
  if (node.type !== 'LogicalExpression') return []
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
  if (!left || !right) return []
  if (node.operator === '??') return [replace(node, textOf(left, source)), replace(node, textOf(right, source))]
  return swap(node, source, node.operator === '&&' ? '||' : '&&')
}

const negate: Operator = (node, source) => {
  const argument = childOf(node, 'argument')
  return node.type === 'UnaryExpression' && node.operator === '!' && argument ? [replace(node, textOf(argument, source))] : []
}

const DROPPED = new Set(['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression'])

const dropStatement: Operator = (node) => {
  const expression = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : undefined
  return (expression && DROPPED.has(bare(expression).type)) || node.type === 'ThrowStatement' ? [replace(node, ';')] : []
}

const changeReturn: Operator = (node, source) => {
  const isArrow = node.type === 'ArrowFunctionExpression' && node.expression === true
  const value = childOf(node, node.type === 'ReturnStatement' ? 'argument' : isArrow ? 'body' : '')
  if (!value || isFunction(bare(value))) return []
  const inner = bare(value)
  if (isText(inner)) return textOf(inner, source).length > 2 ? [replace(value, "''")] : []
  if (inner.type === 'ArrayExpression') return listOf(inner, 'elements').length > 0 ? [replace(value, '[]')] : []
  if (isTruth(inner)) return [replace(value, 'true'), replace(value, 'false')]
  const isNothing = textOf(inner, source) === 'undefined' || inner.type === 'Literal'
  return isNothing ? [] : [replace(value, '(undefined as never)')]
}

const isTruth = (node: Node) =>
  (node.type === 'UnaryExpression' && node.operator === '!') ||
  (node.type === 'BinaryExpression' && (String(node.operator) in SWAPS || node.operator === 'in' || node.operator === 'instanceof'))

const changeNumber: Operator = (node) =>
  node.type === 'Literal' && typeof node.value === 'number'
    ? [replace(node, String(node.value + 1)), ...(node.value > 0 ? [replace(node, String(node.value - 1))] : [])]
    : []

const flipBoolean: Operator = (node) =>
  node.type === 'Literal' && typeof node.value === 'boolean' ? [replace(node, String(!node.value))] : []

/** Takes one entry out of a list, with the comma after it. */
const removeEntry: Operator = (node, source) => {
  const field = { ArrayExpression: 'elements', ObjectExpression: 'properties' }[node.type]
  return (field ? listOf(node, field) : []).map(({ start, end }) => {
    const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0
    return { start, end: end + comma, text: '' }
  })
}

const changeMethod: Operator = (node, source) => {
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined
  const [object, property] = callee ? [childOf(callee, 'object'), childOf(callee, 'property')] : []
  if (callee?.type !== 'MemberExpression' || !object || property?.type !== 'Identifier') return []
  const name = String(property.name)
  const other = METHODS.get(name)
  if (other) return [replace(property, other)]
  return LINKS.has(name) ? [replace(node, textOf(object, source))] : []
}

export const OPERATORS = {
  condition: forceCondition,
  compare,
  calculate,
  combine,
  negate,
  statement: dropStatement,
  return: changeReturn,
  number: changeNumber,
  boolean: flipBoolean,
  entry: removeEntry,
  method: changeMethod,
} satisfies Readonly<Record<string, Operator>>

export type Kind = keyof typeof OPERATORS

export const KINDS = Object.keys(OPERATORS) as Kind[]
