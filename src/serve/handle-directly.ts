// Answers requests outside the journey: the control API, the documents, and unknown paths. Such a request must also follow
// the rules of HTTP, and the sandbox does not wait for a client that does not read.

import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers'
import type Koa from 'koa'
import { BOUNDS } from '../ground/bounds.ts'
import { Problem } from '../ground/problem.ts'
import { findBrokenBody, isExpecting } from '../ground/sockets/receive-body.ts'
import { hideInTarget } from '../record/secrets.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
import { findMessageProblem, targetTooLong } from './journey/check-message.ts'
import type { HttpParts } from './parts.ts'
import { type Find, normalizePath } from './routes.ts'

/** Answers a request outside the journey. A thrown Problem becomes the reply: `refuse` writes it, else it is an error of the contract. */
export type HandleDirectly = (ctx: Koa.Context, answer: () => unknown, refuse?: (problem: Problem) => void) => Promise<void>

/** The path as messages show it: without secrets, and not too long. */
const showPath = ({ path }: Koa.Context) => hideInTarget(path).slice(0, BOUNDS.shownPath)

/** How often a streamed reply is checked. */
const WATCH_MS = 1000

export function createHandleDirectly({ backlog, renderProblem, bare, notify }: HttpParts): HandleDirectly {
  /** Checks a reply again and again, because a streamed reply may fall behind at any time. */
  async function watch(response: ServerResponse): Promise<void> {
    await backlog.drained(response)
    if (!response.writableEnded && !response.closed) setTimeout(watch, WATCH_MS, response).unref()
  }

  function refuseByContract(ctx: Koa.Context, problem: Problem): void {
    ctx.status = problem.status
    ctx.set(problem.headers)
    ctx.body = renderProblem(problem)
  }

  return async function handleDirectly(ctx, answer, refuse = (problem) => refuseByContract(ctx, problem)) {
    const isTooLong = (ctx.req.url ?? '').length > BOUNDS.target
    const problem = findBrokenBody(ctx.req)?.problem ?? findMessageProblem(ctx.req) ?? (isTooLong ? targetTooLong() : undefined)
    try {
      if (problem) {
        ctx.set('Connection', 'close')
        if (!bare) ctx.set('Sandbox-Cause', 'http')
        notify(`${problem.status} ${ctx.method} ${showPath(ctx)}: ${problem.message}`)
        throw problem
      }
      // Only the control API reads bodies. A client that waits for "100 Continue" may or may not send its body, so
      // its connection cannot be used again.
      if (isExpecting(ctx.req)) ctx.set('Connection', 'close')
      await answer()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refuse(error)
    }
    // Koa sends the reply after this.
    setImmediate(watch, ctx.res)
  }
}

/**
 * Creates the function that refuses a path outside the contract and the sandbox's own paths. Such a refusal needs no key and is not counted,
 * and no journal has it. It says which path was likely meant.
 */
export function createRefuseOutside({ contract, observer, bare, notify }: HttpParts, find: Find<unknown>): (ctx: Koa.Context) => never {
  const { basePath } = contract

  return function refuseOutside(ctx) {
    const shown = showPath(ctx)
    const fits = find(ctx.method, normalizePath(basePath + ctx.path)) !== undefined
    const hint = findHint(ctx.method, shown)
    observer.unmatched({ method: ctx.method, path: shown, query: ctx.querystring, fits })
    if (!bare) ctx.set('Sandbox-Cause', 'contract')
    notify(`404 ${ctx.method} ${shown}${hint}`)
    throw new Problem('not_found', `There is nothing at ${shown}${hint}`)
  }

  function findHint(method: string, path: string): string {
    const { prefix, rest } = splitPrefix(path)
    const isKnown = (target: string) => find(method, normalizePath(target)) !== undefined
    if (rest.startsWith('/~')) return ': write all switches after one ~, for example /~slow,world=w3/'
    if (rest === '' || isKnown(basePath + rest)) return `: did you mean ${prefix}${basePath}${rest}? The base URL ends with ${basePath}`
    const behind = rest.slice(Math.max(rest.indexOf(`${basePath}/`), 0))
    if (isKnown(behind)) return `: did you mean ${behind}, or with a switch /~slow${behind}?`
    const otherVersion = rest.replace(/^\/v\d+(?=\/)/, basePath)
    if (isKnown(otherVersion)) return `: did you mean ${prefix}${otherVersion}?`
    return `: the contract is served under ${basePath}, its document at /openapi.yaml, and the control API at /_sandbox`
  }
}
