// Refuses requests to paths outside the contract and the sandbox's own paths. No key is needed for the refusal, nothing is
// counted, and no journal has it. The refusal says which path was likely meant.

import type Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import { Problem } from '../errors/problem.ts'
import type { Observer } from '../exchange/observer.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
import { type HandleDirectly, showPath } from './handle-directly.ts'
import { type Find, normalizePath } from './routes.ts'

export interface OutsideParts {
  readonly contract: Contract
  readonly observer: Required<Pick<Observer, 'unmatched'>>
  /** Leaves out the `Sandbox-*` headers. */
  readonly bare: boolean
  /** Writes a line to the log, for events that have no exchange. */
  readonly notify: (notice: string) => void
}

export function createOutside(
  { contract, observer, bare, notify }: OutsideParts,
  find: Find<unknown>,
  directly: HandleDirectly,
): (ctx: Koa.Context) => Promise<void> {
  const { basePath } = contract

  function findHint(path: string, shown: string, fits: boolean): string {
    if (fits) return `: did you mean ${basePath}${shown}? The base URL ends with ${basePath}`
    if (splitPrefix(path).rest.startsWith('/~')) return ': write all switches after one ~, for example /~slow,world=w3/'
    return `: the contract is served under ${basePath}, and its document at /openapi.yaml`
  }

  function refuse(ctx: Koa.Context): never {
    const shown = showPath(ctx)
    const fits = find(ctx.method, normalizePath(basePath + ctx.path)) !== undefined
    const hint = findHint(ctx.path, shown, fits)
    observer.unmatched({ method: ctx.method, path: shown, query: ctx.querystring, fits })
    if (!bare) ctx.set('Sandbox-Cause', 'contract')
    notify(`404 ${ctx.method} ${shown}${hint}`)
    throw new Problem('not_found', `There is nothing at ${shown}${hint}`)
  }

  return (ctx) => directly(ctx, () => refuse(ctx))
}
