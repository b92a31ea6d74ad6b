// A request as Koa and @koa/router hand it over.

import type { RouterContext } from '@koa/router'
import type { Next } from 'koa'
import { Problem } from '../../ground/problem.ts'

export interface Target {
  readonly sent: string
  /** The whole path, with switches. */
  readonly path: string
  /** The part of the path with switches. Empty for most requests. */
  readonly prefix: string
  /** The path behind the switches. */
  readonly rest: string
  /** The query without the question mark. */
  readonly query: string
}

/** Scheme and host of the absolute form (RFC 9112 §3.2.2) are dropped. */
export function readTarget(sent: string): Target {
  const relative = sent.startsWith('/') ? sent : sent.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  const query = mark === -1 ? '' : relative.slice(mark + 1)
  const hasPrefix = path[1] === '~' || (path[1] === '%' && /^\/%7e/i.test(path))
  const end = hasPrefix ? path.indexOf('/', 1) : 0
  const at = end === -1 ? path.length : end
  return { sent, path, prefix: path.slice(0, at), rest: path.slice(at), query }
}

export type Context = RouterContext<{
  /** The target of the request line as it was sent. Koa's own `path` and `url` have no switches. */
  target: Target
}>

export type Middleware = (ctx: Context, next: Next) => unknown

/** Throws a Problem when the path takes other methods only. */
export function refuseMethod({ matched = [], method }: Context, path: string, assumed: readonly string[] = []): void {
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].sort().join(', ')
  if (allowed === '') return
  throw new Problem('method_not_allowed', `${path} does not take ${method}, only ${allowed}`, { headers: { Allow: allowed }, assumed })
}
