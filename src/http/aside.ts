// What is answered outside of the journey: the control API, the documents, and paths that nobody serves. There, too, a
// request must be one of HTTP, and a client that does not read is not waited for.

import type { ServerResponse } from 'node:http'
import type Koa from 'koa'
import type { Backlog } from '../journey/backlog.ts'
import { findBrokenBody } from '../journey/broken-body.ts'
import { findMessageProblem } from '../journey/notes/check-message.ts'
import { Problem, type Refusal } from '../replies/problem.ts'
import { isExpecting } from '../streams/receive-body.ts'

/** Lets somebody answer who knows no journey. A Problem that is thrown becomes the reply. */
export type Aside = (ctx: Koa.Context, answer: () => unknown) => Promise<void>

interface AsideParts {
  readonly backlog: Backlog
  readonly renderProblem: (refusal: Refusal) => unknown
  /** No headers of the sandbox's own. */
  readonly bare: boolean
  readonly notify: (notice: string) => void
}

/** A path in a message is cut at this many letters. */
export const MAX_SHOWN = 200

/** How often a reply that is a stream is looked at. */
const WATCH_MS = 1000

export function createAside({ backlog, renderProblem, bare, notify }: AsideParts): Aside {
  /** A stream may fall behind at any time. */
  async function watch(response: ServerResponse): Promise<void> {
    await backlog.drained(response)
    if (!response.writableEnded && !response.closed) setTimeout(watch, WATCH_MS, response).unref()
  }

  return async function aside(ctx, answer) {
    const problem = findBrokenBody(ctx.req)?.problem ?? findMessageProblem(ctx.req)
    try {
      if (problem) {
        ctx.set('Connection', 'close')
        if (!bare) ctx.set('Sandbox-Cause', 'http')
        notify(`${problem.status} ${ctx.method} ${ctx.path.slice(0, MAX_SHOWN)}: ${problem.message}`)
        throw problem
      }
      // Nobody but the control API reads a body. Who is not told to go on may send it or not: the connection cannot be used again.
      if (isExpecting(ctx.req)) ctx.set('Connection', 'close')
      await answer()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      ctx.status = error.status
      ctx.set(error.headers)
      ctx.body = renderProblem(error)
    }
    // Koa sends the reply after this.
    setImmediate(watch, ctx.res)
  }
}
