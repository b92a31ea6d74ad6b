// A request as Koa and @koa/router hand it over.

import type { RouterContext } from '@koa/router'
import type { Next } from 'koa'
import type { Target } from './head.ts'

export type Context = RouterContext<{
  /** The target of the request line as it was sent. Koa's own `path` and `url` have no switches. */
  target: Target
}>

export type Middleware = (ctx: Context, next: Next) => unknown

/** The methods that the path takes. Empty for an unknown path. */
export const methodsOf = ({ matched = [] }: Pick<Context, 'matched'>) => [...new Set(matched.flatMap(({ methods }) => methods))].sort()
