// Finds the operation of a contract for a method and a path, as the server does.

import type { Found, Operation } from '../../src/contract/operations.ts'
import { createRoutes, normalizePath } from '../../src/serve/routes.ts'

export function createFind(operations: readonly Operation[]): (method: string, path: string) => Found | undefined {
  const find = createRoutes(operations)
  return (method, path) => find(method, normalizePath(path))
}
