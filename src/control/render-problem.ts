// Turns a thrown error into a reply: problem details (RFC 9457). An error that is not a Problem is a bug of the sandbox,
// and the log has its stack.

import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'
import { Problem } from '../errors/problem.ts'

export function renderProblem(ctx: Context, error: unknown, notify: (notice: string) => void): void {
  const isBug = !(error instanceof Problem)
  if (isBug) notify(`${ctx.method} ${ctx.path} failed: ${error instanceof Error ? error.stack : error}`)
  const { status, code, message, headers } = isBug ? new Problem('internal_error', 'the sandbox failed; its log says more') : error
  ctx.status = status
  ctx.set({ ...headers, 'Cache-Control': 'no-store' })
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail: message, code })
}
