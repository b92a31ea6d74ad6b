// Reads and writes YAML, and finds the places of its nodes. This file is the door of the package yaml.

import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type ScalarTag,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { messageOf, StartError } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'

export interface Located {
  readonly value: unknown
  /** Line and column of the deepest node on a path, counted from 1. */
  placeOf(path: readonly (string | number)[]): [line: number, column: number]
}

const TOO_DEEP = `it is nested more than ${BOUNDS.depth} levels deep`

/** Parses YAML or JSON. Integers beyond 2^53 become bigints. A StartError names file, line, column and reason. */
export function parseYaml(text: string, file: string): Located {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { prettyErrors: false, lineCounter, intAsBigInt: true })
  const placeAt = (offset: number): [number, number] => {
    const { line, col } = lineCounter.linePos(offset)
    return [line, col]
  }
  const placeOfNode = (node: unknown) => placeAt((node as Node | null)?.range?.[0] ?? 0)
  const refuse = (place: readonly number[], reason: string): never => {
    throw new StartError(`${[file, ...place].join(':')}: this is not valid YAML: ${reason}`)
  }
  const [error] = document.errors
  // The parser calls itself for each level. Its error has the place where the stack was full.
  if (error) refuse(placeAt(error.pos[0]), error.message.startsWith('Maximum call stack') ? TOO_DEEP : error.message)
  followAliases(document.contents, (node, reason) => refuse(placeOfNode(node), reason))
  return {
    value: plainNumbers(toValue(document, (reason) => refuse([], reason))),
    placeOf(path) {
      let node: unknown = document.contents
      for (const step of path) {
        const next = isMap(node) || isSeq(node) ? node.get(step, true) : undefined
        if (next === undefined) break
        node = next
      }
      return placeOfNode(node)
    },
  }
}

function toValue(document: Document, refuse: (reason: string) => never): unknown {
  try {
    return document.toJS()
  } catch (error) {
    return refuse(messageOf(error))
  }
}

/** How many values a node has, aliases included, and how many levels deep they are nested. */
interface Extent {
  readonly size: number
  readonly depth: number
}

/**
 * Replaces each alias by its anchored value, because the package would search each value again. Refuses an alias without an
 * anchor, an alias inside its own value, too many values and too deep nesting.
 */
function followAliases(root: unknown, refuse: (node: unknown, reason: string) => never): void {
  const anchored = new Map<string, unknown>()
  const extents = new Map<unknown, Extent>()
  let aliased = 0

  function visit(node: unknown, level: number): Extent {
    const { anchor } = (node ?? {}) as { anchor?: string }
    if (anchor !== undefined) anchored.set(anchor, node)
    const extent = isAlias(node) ? extentOf(node) : isMap(node) || isSeq(node) ? visitInside(node, level) : { size: 1, depth: 0 }
    if (level + extent.depth > BOUNDS.depth) refuse(node, TOO_DEEP)
    extents.set(node, extent)
    return extent
  }

  function visitInside(node: YAMLMap | YAMLSeq, level: number): Extent {
    if (level === BOUNDS.depth) refuse(node, TOO_DEEP)
    const own = { size: 1, depth: 1 }
    const settle = (child: unknown) => {
      const { size, depth } = visit(child, level + 1)
      own.size += size
      own.depth = Math.max(own.depth, depth + 1)
      return isAlias(child) ? anchored.get(child.source) : child
    }
    if (isSeq(node)) node.items = node.items.map(settle)
    else
      for (const pair of node.items) {
        pair.key = settle(pair.key)
        pair.value = settle(pair.value)
      }
    return own
  }

  function extentOf(alias: Alias): Extent {
    const { source } = alias
    if (!anchored.has(source)) refuse(alias, `*${source} has no value: there is no &${source} before it`)
    const extent = extents.get(anchored.get(source))
    if (extent === undefined) return refuse(alias, `*${source} is inside &${source}, so the value would have no end`)
    aliased += extent.size
    return aliased > BOUNDS.aliasedValues ? refuse(alias, `the aliases up to here have more than ${BOUNDS.aliasedValues} values`) : extent
  }

  visit(root, 0)
}

/** Renders a value as YAML without aliases. Parsers of YAML 1.1, such as PyYAML, and of YAML 1.2 read the same value. */
export const renderYaml = (value: unknown) =>
  stringify(value, { aliasDuplicateObjects: false, lineWidth: 120, compat: 'yaml-1.1', customTags: (tags) => [oddText, exponent, ...tags] })

/** Text that YAML 1.1 reads differently and that the option `compat` does not handle. It is written in quotes, with escapes. */
const ODD = /^=$|[\t\u007f-\u009f\u2028\u2029]/

const oddText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && ODD.test(value),
  resolve: (text) => text,
  stringify: ({ value }) =>
    JSON.stringify(value).replaceAll(
      /[\u007f-\u009f\u2028\u2029]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
}

/** YAML 1.1 reads 1e+21 as text, and 1.0e+21 as a number. */
const exponent: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  // When two tags fit a number, the package yaml takes the tag that has the field `test`.
  test: /^-?\d\.0e/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
}

function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(plainNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainNumbers(item)]))
}
