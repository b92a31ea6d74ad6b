// Finds the operation of a contract for a method and a path, as the server does.

import type Koa from 'koa'
import type { Found, Operation } from '../../src/contract/operations.ts'
import { createRoutes, normalizePath } from '../../src/http/routes.ts'

export function createFind(operations: readonly Operation[]): (method: string, path: string) => Found | undefined {
  const found: Found[] = []
  const { serve } = createRoutes(operations, (_ctx, one) => found.push(one))
  return (method, path) => {
    void serve({ method, path: normalizePath(path), request: {} } as Koa.ParameterizedContext, async () => {})
    return found.pop()
  }
}
