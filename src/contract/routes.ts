// From method and path to an operation, by @koa/router's matching: strict in case and slashes.

import Router from '@koa/router'
import type { Operation } from './operations.ts'

export type Found =
  | { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> }
  /** The path is known, with other methods. */
  | { readonly allow: readonly string[] }

/** Creates the look-up over the contract's operations; HEAD finds what GET does (RFC 9110 §9.3.2). */
export function createRoutes(operations: readonly Operation[]): (method: string, path: string) => Found | undefined {
  const router = new Router({ strict: true, sensitive: true })
  const byName = new Map(operations.map((operation) => [operation.id, { operation, names: namesIn(operation.path) }]))
  const sorted = [...operations].sort((a, b) => (rankOf(a.path) < rankOf(b.path) ? -1 : 1))
  for (const { id, method, path } of sorted) router.register(patternOf(path), [method], () => {}, { name: id })
  return function findRoute(method, path) {
    const { path: layers, pathAndMethod } = router.match(path, method)
    const layer = pathAndMethod[0]
    const known = byName.get(String(layer?.name))
    if (layer && known) return { operation: known.operation, parameters: named(known.names, layer.params(path, layer.captures(path))) }
    if (layers.length === 0) return undefined
    return { allow: [...new Set(layers.flatMap(({ methods }) => methods))].sort() }
  }
}

const NAME = /\{([^}]+)\}/g

/** Concrete paths are matched before templated ones (OpenAPI Paths Object): a template's segment sorts behind any text. */
const rankOf = (path: string) => path.replaceAll(NAME, '\uffff')

/** Names such as {pet-id} are none that the router takes: it gets p0, p1 … */
function patternOf(path: string): string {
  let count = 0
  return path.replaceAll(/[:*()?+!\\[\]]/g, '\\$&').replaceAll(NAME, () => `:p${count++}`)
}

const namesIn = (path: string) => [...path.matchAll(NAME)].map(([, name = '']) => name)

const named = (names: readonly string[], found: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, found[`p${index}`] ?? '']))
