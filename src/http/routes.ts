// Routes the operations of an OpenAPI document with @koa/router; this file is the door of that package. Case and slashes matter,
// and concrete paths come before templated ones (OpenAPI Paths Object).

import Router from '@koa/router'
import type Koa from 'koa'
import type { Found, Operation } from '../contract/operations.ts'
import { messageOf, Problem, StartError } from '../errors/problem.ts'
import type { HandleDirectly } from './handle-directly.ts'

export interface Routes {
  /** Answers a request whose path is known. Other requests go on to the next middleware. */
  readonly serve: Koa.Middleware
  /** Whether a path is known, with any method. */
  has(path: string): boolean
}

/** `answer` gets the operation, or the methods that the path allows instead. HEAD finds the operation of GET (RFC 9110 §9.3.2). */
export function createRoutes(operations: readonly Operation[], answer: (ctx: Koa.Context, found: Found) => unknown): Routes {
  const router = new Router({ sensitive: true, strict: true })
  for (const operation of operations.toSorted(byRank)) {
    const { method, path } = operation
    try {
      router.register(patternOf(path), [method], (ctx) => answer(ctx, { operation, parameters: ctx.params }))
    } catch (error) {
      throw new StartError(`the path ${path} cannot be routed: ${messageOf(error)}`)
    }
  }
  return { serve: orElse(router, (ctx, allow) => answer(ctx, { allow })), has: (path) => router.match(path, '').path.length > 0 }
}

/** Routes pages, which are read with GET and HEAD only. The key is the path. */
export function createPages(pages: Readonly<Record<string, (ctx: Koa.Context) => unknown>>, directly: HandleDirectly): Koa.Middleware {
  const router = new Router({ sensitive: true, strict: true })
  for (const [path, serve] of Object.entries(pages)) router.get(path, (ctx) => directly(ctx, () => serve(ctx)))
  return orElse(router, (ctx) => directly(ctx, () => refuseMethod(ctx)))
}

function refuseMethod({ newRouterPath: path, method }: Koa.Context): never {
  throw new Problem('method_not_allowed', `${path} does not take ${method}, only GET and HEAD`, { headers: { Allow: 'GET, HEAD' } })
}

/** Calls `refuse` when the router knows the path, but not with the method of the request. */
function orElse(router: Router, refuse: (ctx: Koa.Context, allow: string[]) => unknown): Koa.Middleware {
  const dispatch = router.routes() as Koa.Middleware
  return (ctx, next) =>
    dispatch(ctx, () => {
      const allow = new Set((ctx.matched as { methods: string[] }[]).flatMap(({ methods }) => methods))
      return allow.size === 0 ? next() : Promise.resolve(refuse(ctx, [...allow].sort()))
    })
}

/** `/v1/%70ets` is `/v1/pets`: a letter, a digit or one of `-._~` may also be written as an escape (RFC 3986 §6.2.2). */
export const normalizePath = (path: string) => (path.includes('%') ? path.replaceAll(/%[\da-f]{2}/gi, normalizeEscape) : path)

function normalizeEscape(escaped: string): string {
  const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escaped.toUpperCase()
}

const NAME = /\{([^}]+)\}/g

/** A path of the document as @koa/router writes it. Text is written as clients send it: `/größe` is `/gr%C3%B6%C3%9Fe`. */
const patternOf = (path: string) =>
  path
    .split(NAME)
    .map((part, index) => (index % 2 === 1 ? `:${JSON.stringify(part)}` : literal(part).replaceAll(/[{}()[\]+?!:*\\]/g, '\\$&')))
    .join('')

const literal = (text: string) => normalizePath(text.replaceAll(/[^!-~]+/g, encodeURIComponent))

/** `/{name}.json` comes before `/{name}`, and an own HEAD before the HEAD of GET. */
const byRank = (a: Operation, b: Operation) => (rankOf(a) < rankOf(b) ? -1 : 1)

const rankOf = ({ path, method }: Operation) => `${`${literal(path)}\uffff`.replaceAll(NAME, '\uffff')} ${Number(method !== 'HEAD')}`
