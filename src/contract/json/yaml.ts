// The door of the package yaml: reads and writes YAML, and finds the places of its nodes.

import { isAlias, isMap, isSeq, LineCounter, type Node, parseDocument, stringify, YAMLParseError } from 'yaml'
import { BOUNDS } from '../../ground/bounds.ts'
import { messageOf, StartError } from '../../ground/problem.ts'

export interface Located {
  readonly value: unknown
  /** Line and column of the deepest field or item on a path, counted from 1. */
  placeOf(path: readonly (string | number)[]): [line: number, column: number]
}

/** Also parses JSON. Integers beyond 2^53 become bigints. A StartError names file and reason, and the place of wrong syntax. */
export function parseYaml(text: string, file: string): Located {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { prettyErrors: false, lineCounter, intAsBigInt: true, logLevel: 'error' })
  const placeAt = (offset: number): [number, number] => {
    const { line, col } = lineCounter.linePos(offset)
    return [line, col]
  }
  const refuse = (error: unknown, place: readonly number[] = []): never => {
    throw new StartError(`${[file, ...place].join(':')}: this is not valid YAML: ${reasonOf(error)}`)
  }
  const [error] = document.errors
  if (error) refuse(error, placeAt(error.pos[0]))
  return {
    value: toValue(),
    placeOf(path) {
      let [node, found]: unknown[] = [document.contents, document.contents]
      for (const step of path) {
        const field = isMap(node) ? node.items.find(({ key }) => String(key) === String(step)) : undefined
        const next = field?.value ?? (isSeq(node) ? node.get(step, true) : undefined)
        if (next === undefined) break
        found = field?.key ?? next
        node = isAlias(next) ? next.resolve(document) : next
      }
      return placeAt((found as Node | null)?.range?.[0] ?? 0)
    },
  }

  function toValue(): unknown {
    try {
      return plainNumbers(document.toJS({ maxAliasCount: BOUNDS.aliasedValues }))
    } catch (error) {
      return refuse(error)
    }
  }
}

function reasonOf(error: unknown): string {
  const message = messageOf(error)
  // The parser calls itself for each level. A value that contains itself has levels without end.
  if (/^Maximum call stack/.test(message)) return 'it contains itself, or is nested too deeply'
  return error instanceof YAMLParseError && error.code === 'MULTIPLE_DOCS' ? 'it has more than one document: keep one of them' : message
}

/** Without aliases. Parsers of YAML 1.1, such as PyYAML, and of YAML 1.2 read the same value. */
export const renderYaml = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 120, compat: 'yaml-1.1' })

function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(plainNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainNumbers(item)]))
}
