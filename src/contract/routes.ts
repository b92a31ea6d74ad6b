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
  const byName = new Map(operations.map((operation) => [operation.id, operation]))
  for (const { id, method, path } of operations) router.register(path.replace(/\{([^}]+)\}/g, ':$1'), [method], () => {}, { name: id })
  return function findRoute(method, path) {
    const { path: layers, pathAndMethod } = router.match(path, method)
    const layer = pathAndMethod[0]
    const operation = layer?.name === undefined ? undefined : byName.get(String(layer.name))
    if (layer && operation) return { operation, parameters: layer.params(path, layer.captures(path)) }
    if (layers.length === 0) return undefined
    return { allow: [...new Set(layers.flatMap(({ methods }) => methods))].sort() }
  }
}
