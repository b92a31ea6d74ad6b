// The regions of a file: parts of it that run, or do not run, as a whole. Region 0 is the file itself, run when it is loaded.

import { bare, childOf, childrenOf, isFunction, listOf, type Node, parse } from './syntax.ts'

export interface Region {
  readonly start: number
  readonly end: number
}

interface Edit {
  readonly at: number
  readonly text: string
}

interface Instrumented {
  readonly regions: readonly Region[]
  /** The file with a call at the start of each region. */
  render(firstId: number): string
}

/** Finds the regions of a file. The calls say `globalThis.__hit?.(id)`, which does nothing where nobody listens. */
export function findRegions(path: string, text: string): Instrumented {
  const regions: Region[] = [{ start: 0, end: text.length }]
  const edits: ((firstId: number) => Edit)[] = []
  const call = (region: number) => (firstId: number) => `globalThis.__hit?.(${firstId + region})`
  const edit = (at: number, render: (firstId: number) => string) => edits.push((firstId) => ({ at, text: render(firstId) }))

  const open = ({ start, end }: Node) => call(regions.push({ start, end }) - 1)
  const wrap = (node: Node, [before, between, after]: readonly [string, string, string]) => {
    const hit = open(node)
    edit(node.start, (firstId) => before + hit(firstId) + between)
    visit(node)
    edit(node.end, () => after)
  }
  const wrapExpression = (node: Node | undefined) => {
    if (!node || isFunction(bare(node))) return node && visit(node)
    wrap(node, ['(', ',', ')'])
  }
  const wrapStatement = (node: Node | undefined) => {
    if (!node) return
    if (node.type === 'IfStatement') return visit(node)
    if (node.type !== 'BlockStatement') return wrap(node, ['{', ';', '}'])
    const hit = open(node)
    edit(node.start + 1, (firstId) => `${hit(firstId)};`)
    for (const child of childrenOf(node)) visit(child)
  }
  const parts: Readonly<Record<string, readonly (readonly [string, (node: Node | undefined) => void])[]>> = {
    IfStatement: [
      ['consequent', wrapStatement],
      ['alternate', wrapStatement],
    ],
    ForStatement: [['body', wrapStatement]],
    ForOfStatement: [['body', wrapStatement]],
    ForInStatement: [['body', wrapStatement]],
    WhileStatement: [['body', wrapStatement]],
    CatchClause: [['body', wrapStatement]],
    FunctionDeclaration: [['body', wrapStatement]],
    FunctionExpression: [['body', wrapStatement]],
    ConditionalExpression: [
      ['consequent', wrapExpression],
      ['alternate', wrapExpression],
    ],
    LogicalExpression: [['right', wrapExpression]],
    AssignmentPattern: [['right', wrapExpression]],
    PropertyDefinition: [['value', wrapExpression]],
  }

  function visit(node: Node): void {
    const body = childOf(node, 'body')
    const special =
      node.type === 'ArrowFunctionExpression' && body
        ? ([['body', body.type === 'BlockStatement' || body.type === 'FunctionBody' ? wrapStatement : wrapExpression]] as const)
        : (parts[node.type] ?? [])
    const own = new Set(special.map(([field]) => childOf(node, field)))
    if (node.type === 'SwitchCase') noteCase(node)
    for (const child of childrenOf(node)) {
      if (!own.has(child)) visit(child)
      else special.find(([field]) => childOf(node, field) === child)?.[1](child)
    }
  }
  function noteCase(node: Node): void {
    const [first] = listOf(node, 'consequent')
    if (!first) return
    const hit = call(regions.push({ start: first.start, end: node.end }) - 1)
    edit(first.start, (firstId) => `${hit(firstId)};`)
  }

  visit(parse(path, text))
  return { regions, render: (firstId) => apply(text, [{ at: 0, text: `${call(0)(firstId)};` }, ...edits.map((one) => one(firstId))]) }
}

/** Makes the edits in the order of their places; at one place, in the order in which they were found. */
function apply(text: string, edits: readonly Edit[]): string {
  let made = ''
  let done = 0
  for (const { at, text: added } of edits.toSorted((one, other) => one.at - other.at)) {
    made += text.slice(done, at) + added
    done = at
  }
  return made + text.slice(done)
}

/** The number of the smallest region around a place. */
export function regionAt(regions: readonly Region[], { start, end }: Region): number {
  let found = 0
  regions.forEach((region, index) => {
    if (region.start <= start && end <= region.end && region.end - region.start <= size(regions[found])) found = index
  })
  return found
}

const size = (region: Region | undefined) => (region ? region.end - region.start : 0)
