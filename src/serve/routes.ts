// Finds what is at a path with @koa/router: an operation of an OpenAPI document, or a page. This file is the door of that package.
// Case and slashes matter, and concrete paths come before templated ones (OpenAPI Paths Object).

import Router from '@koa/router'
import type { Found } from '../contract/operations.ts'
import { messageOf, StartError } from '../ground/problem.ts'

/** An operation of a document, or a page. */
interface Route {
  readonly method: string
  readonly path: string
}

/** Undefined for an unknown path. HEAD finds the operation of GET (RFC 9110 §9.3.2). */
export type Find<Operation> = (method: string, path: string) => Found<Operation> | undefined

export function createRoutes<Operation extends Route>(operations: readonly Operation[]): Find<Operation> {
  const router = new Router({ sensitive: true, strict: true })
  const byLayer = new Map(operations.toSorted(byRank).map((operation) => [register(router, operation), operation]))
  return (method, path) => {
    const { path: known, pathAndMethod } = router.match(path, method)
    const [layer] = pathAndMethod
    const operation = layer && byLayer.get(layer)
    if (operation) return { operation, parameters: layer.params(path, layer.captures(path)) }
    return known.length === 0 ? undefined : { allow: [...new Set(known.flatMap(({ methods }) => methods))].sort() }
  }
}

function register(router: Router, { method, path }: Route) {
  try {
    // The caller decides what happens to a request, so the route itself does nothing.
    return router.register(patternOf(path), [method], () => {})
  } catch (error) {
    throw new StartError(`the path ${path} cannot be routed: ${messageOf(error)}`)
  }
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
const byRank = (a: Route, b: Route) => (rankOf(a) < rankOf(b) ? -1 : 1)

const rankOf = ({ path, method }: Route) => `${`${literal(path)}\uffff`.replaceAll(NAME, '\uffff')} ${Number(method !== 'HEAD')}`
