// Answers requests outside the journey: the control API, the documents, and unknown paths. Such a request must also follow
// the rules of HTTP, and the sandbox does not wait for a client that does not read.

import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers'
import type Koa from 'koa'
import { Problem } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import { hideInUrl } from '../exchange/find-secrets.ts'
import { findMessageProblem, findTargetProblem } from '../journey/check-message.ts'
import type { Backlog } from '../sockets/backlog.ts'
import { isExpecting } from '../sockets/receive-body.ts'
import { findBrokenBody } from '../sockets/request-notes.ts'

/** Answers a request outside the journey. A thrown Problem becomes the reply. */
export type HandleDirectly = (ctx: Koa.Context, answer: () => unknown) => Promise<void>

export interface HandleDirectlyParts {
  readonly backlog: Backlog
  /** Writes the refusal into the reply. */
  readonly refuse: (ctx: Koa.Context, problem: Problem) => void
  /** Leaves out the `Sandbox-*` headers. */
  readonly bare: boolean
  readonly notify: (notice: string) => void
}

/** The path as messages show it: without secrets, and not too long. */
export const showPath = ({ path }: Koa.Context) => hideInUrl(path, () => '[redacted]').slice(0, BOUNDS.shownPath)

/** How often a streamed reply is checked. */
const WATCH_MS = 1000

export function createHandleDirectly({ backlog, refuse, bare, notify }: HandleDirectlyParts): HandleDirectly {
  /** Checks a reply again and again, because a streamed reply may fall behind at any time. */
  async function watch(response: ServerResponse): Promise<void> {
    await backlog.drained(response)
    if (!response.writableEnded && !response.closed) setTimeout(watch, WATCH_MS, response).unref()
  }

  return async function handleDirectly(ctx, answer) {
    const problem = findBrokenBody(ctx.req)?.problem ?? findMessageProblem(ctx.req) ?? findTargetProblem(ctx.req.url ?? '')
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
      refuse(ctx, error)
    }
    // Koa sends the reply after this.
    setImmediate(watch, ctx.res)
  }
}
