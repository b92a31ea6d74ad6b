// Finds the operation of a contract for a method and a path, as the server does.

import type { Operation } from '../../src/contract/operations.ts'
import { createRouter, normalizePath } from '../../src/serve/routes.ts'

/** The operation and its path parameters, or the methods that the path allows. */
export type Found =
  | { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] }

export function createFind(operations: readonly Operation[]): (method: string, path: string) => Found | undefined {
  const served = new Map<unknown, Operation>()
  const router = createRouter(operations, (operation) => {
    const serve = () => {}
    served.set(serve, operation)
    return serve
  })
  return (method, sent) => {
    const path = normalizePath(sent)
    const { path: known, pathAndMethod } = router.match(path, method)
    const [layer] = pathAndMethod
    const operation = served.get(layer?.stack[0])
    if (layer && operation) return { operation, parameters: layer.params(path, layer.captures(path)) }
    return known.length === 0 ? undefined : { allow: [...new Set(known.flatMap(({ methods }) => methods))].sort() }
  }
}
