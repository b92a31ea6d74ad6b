// Routes of @koa/router for the operations of a document, or for pages. This file is the door of that package. Case matters, and concrete
// paths come before templated ones (OpenAPI Paths Object).

import Router from '@koa/router'
import type { Operation } from '../contract/operations.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import type { Context, Middleware } from './journey/message.ts'

type Route = Pick<Operation, 'method' | 'path'>

/**
 * Registers `router.get('/v1/pets/:petId', serve(getPet))` for each of them. HEAD has the route of GET (RFC 9110 §9.3.2). Unless it is
 * `strict`, a path may have one more slash at its end.
 */
export function createRouter<One extends Route>(routes: readonly One[], serve: (route: One) => Middleware, { strict = true } = {}) {
  const router = new Router<Context['state']>({ sensitive: true, strict })
  for (const route of routes.toSorted(byRank)) {
    try {
      router.register(patternOf(route.path), [route.method], serve(route))
    } catch (error) {
      throw new StartError(`the path ${route.path} cannot be routed: ${messageOf(error)}`)
    }
  }
  return router
}

/** `/v1/%70ets` is `/v1/pets`: a letter, a digit or one of `-._~` may also be written as an escape (RFC 3986 §6.2.2). */
export const normalizePath = (path: string) => (path.includes('%') ? path.replaceAll(/%[\da-f]{2}/gi, normalizeEscape) : path)

function normalizeEscape(escaped: string): string {
  const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escaped.toUpperCase()
}

const NAME = /\{([^}]+)\}/g

/** The path for @koa/router. Text is written as clients send it: `/größe` is `/gr%C3%B6%C3%9Fe`. */
const patternOf = (path: string) =>
  path
    .split(NAME)
    .map((part, index) => (index % 2 === 1 ? `:${JSON.stringify(part)}` : literal(part).replaceAll(/[{}()[\]+?!:*\\]/g, '\\$&')))
    .join('')

const literal = (text: string) => normalizePath(text.replaceAll(/[^!-~]+/g, encodeURIComponent))

/** `/{name}.json` comes before `/{name}`, and an own HEAD before the HEAD of GET. */
const byRank = (a: Route, b: Route) => (rankOf(a) < rankOf(b) ? -1 : 1)

const rankOf = ({ path, method }: Route) => `${`${literal(path)}\uffff`.replaceAll(NAME, '\uffff')} ${Number(method !== 'HEAD')}`
