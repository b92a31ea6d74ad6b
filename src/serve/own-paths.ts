// Requests outside the journey: to the control API, to the pages, and to unknown paths. They must follow HTTP too. Unknown paths are
// refused here.

import type Router from '@koa/router'
import { BOUNDS } from '../ground/bounds.ts'
import { Problem } from '../ground/problem.ts'
import { findBrokenBody, isExpecting } from '../ground/sockets/receive-body.ts'
import { hideInTarget } from '../record/secrets.ts'
import { type Context, findMessageProblem, type Middleware, readTarget, refuseMethod, targetTooLong } from './journey/message.ts'
import type { HttpParts } from './parts.ts'
import { normalizePath } from './routes.ts'

/** The path as messages show it, without secrets. */
const showPath = ({ state }: Context) => hideInTarget(state.target.path).slice(0, BOUNDS.shownPath)

/** Wraps a middleware outside the journey. `refuse` replies to a thrown error, by default with an error of the contract. */
export function createOwn({ renderProblem, bare, notify }: HttpParts) {
  function checkMessage(ctx: Context): void {
    const problem =
      findBrokenBody(ctx.req) ?? findMessageProblem(ctx.req) ?? (ctx.originalUrl.length > BOUNDS.target ? targetTooLong() : undefined)
    // A client that waits for "100 Continue" may send its body or not, so its connection cannot be used again.
    if (problem !== undefined || isExpecting(ctx.req)) ctx.set('Connection', 'close')
    if (problem === undefined) return
    if (!bare) ctx.set('Sandbox-Cause', 'http')
    notify(`${problem.status} ${ctx.method} ${showPath(ctx)}: ${problem.message}`)
    throw problem
  }

  function refuseByContract(ctx: Context, error: unknown): void {
    if (!(error instanceof Problem)) throw error
    ctx.status = error.status
    ctx.set(error.headers)
    ctx.body = renderProblem(error)
  }

  return (serve: Middleware, refuse: (ctx: Context, error: unknown) => void = refuseByContract): Middleware =>
    async (ctx, next) => {
      try {
        checkMessage(ctx)
        await serve(ctx, next)
      } catch (error) {
        // A client that left in the middle of its request gets no answer.
        if (!ctx.req.readableAborted || ctx.req.complete) refuse(ctx, error)
      }
    }
}

/**
 * Refuses a method that a page does not take, and a path that neither the contract nor the sandbox has. Such a request needs no key, is not
 * counted, and is in no journal.
 */
export function createRefuse({ contract, tell, bare, notify }: HttpParts, operations: Pick<Router, 'match'>): (ctx: Context) => never {
  const { basePath } = contract
  const isKnown = (path: string) => operations.match(normalizePath(path), 'GET').path.length > 0

  return function refuse(ctx) {
    const shown = showPath(ctx)
    refuseMethod(ctx, shown)
    const hint = findHint(shown)
    tell('unmatched', { method: ctx.method, path: shown, fits: isKnown(basePath + ctx.state.target.path) })
    if (!bare) ctx.set('Sandbox-Cause', 'contract')
    notify(`404 ${ctx.method} ${shown}${hint}`)
    throw new Problem('not_found', `There is nothing at ${shown}${hint}`)
  }

  function findHint(path: string): string {
    const { prefix, rest } = readTarget(path)
    if (rest.startsWith('/~')) return ': write all switches after one ~, for example /~slow,world=w3/'
    if (rest === '' || isKnown(basePath + rest)) return `: did you mean ${prefix}${basePath}${rest}? The base URL ends with ${basePath}`
    const behind = rest.slice(Math.max(rest.indexOf(`${basePath}/`), 0))
    if (isKnown(behind)) return `: did you mean ${behind}, or with a switch /~slow${behind}?`
    const otherVersion = rest.replace(/^\/v\d+(?=\/)/i, basePath)
    if (isKnown(otherVersion)) return `: did you mean ${prefix}${otherVersion}?`
    return `: the contract is served under ${basePath}, its document at /openapi.yaml, and the control API at /_sandbox`
  }
}
