// YAML in and out, with the places of its nodes. The door of yaml.

import { type Document, isMap, isSeq, LineCounter, type Node, parseDocument, type ScalarTag, stringify } from 'yaml'
import { messageOf, StartError } from './problem.ts'

export interface Located {
  readonly value: unknown
  /** Line and column of the deepest node on a path, counted from 1. */
  placeOf(path: readonly (string | number)[]): [line: number, column: number]
}

/** Parses YAML or JSON; integers beyond 2^53 are bigints. A StartError names file, line, column and reason. */
export function parseYaml(text: string, file: string): Located {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { prettyErrors: false, lineCounter, intAsBigInt: true })
  const placeAt = (offset: number): [number, number] => {
    const { line, col } = lineCounter.linePos(offset)
    return [line, col]
  }
  const [error] = document.errors
  if (error) throw new StartError(`${file}:${placeAt(error.pos[0]).join(':')}: this is not valid YAML: ${error.message}`)
  return {
    value: plainNumbers(follow(document, file)),
    placeOf(path) {
      let node: unknown = document.contents
      for (const step of path) {
        const next = isMap(node) || isSeq(node) ? node.get(step, true) : undefined
        if (next === undefined) break
        node = next
      }
      return placeAt((node as Node | null)?.range?.[0] ?? 0)
    },
  }
}

/** The value, aliases followed: one that nothing anchors is no error of syntax, and a thousandfold one is an attack. */
function follow(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new StartError(`${file}: this is not valid YAML: ${messageOf(error)}`)
  }
}

/** A value as YAML, every node written out. Parsers of YAML 1.1, such as PyYAML, read the same as those of YAML 1.2. */
export const renderYaml = (value: unknown) =>
  stringify(value, { aliasDuplicateObjects: false, lineWidth: 120, compat: 'yaml-1.1', customTags: (tags) => [oddText, exponent, ...tags] })

/** Text that YAML 1.1 reads otherwise, and that `compat` does not know: it is written in quotes, with escapes. */
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

/** YAML 1.1 takes 1e+21 for text, and 1.0e+21 for a number. */
const exponent: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  // Of two tags for a number, yaml takes the one with a test.
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
