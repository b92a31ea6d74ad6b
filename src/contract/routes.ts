// Finds the operation for a method and a path. Case and slashes matter, and concrete paths come before templated ones. The
// matcher is our own: a contract's paths do not need a router's patterns, and every request passes here.

import type { Operation } from './operations.ts'

export type Found =
  | { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> }
  /** The path is known, but only with other methods. */
  | { readonly allow: readonly string[] }

/** One path of the contract with its operations. The key is the method. */
interface Route {
  readonly path: string
  /** The names of the path's parameters, in order. Empty for a concrete path. */
  readonly names: readonly string[]
  readonly pattern: RegExp
  readonly operations: Map<string, Operation>
}

/** Creates the search over the contract's operations. HEAD finds the operation of GET (RFC 9110 §9.3.2). */
export function createRoutes(operations: readonly Operation[]): (method: string, path: string) => Found | undefined {
  const routes = [...Map.groupBy(operations, ({ path }) => path)].map(([path, own]) => createRoute(path, own)).sort(byRank)
  const concrete = new Map(routes.filter(({ names }) => names.length === 0).map((route) => [route.path, route]))
  const templated = routes.filter(({ names }) => names.length > 0)

  return function findRoute(method, path) {
    const plain = normalizePath(path)
    const exact = concrete.get(plain)?.operations.get(method)
    if (exact) return { operation: exact, parameters: NONE }
    for (const { pattern, names, operations } of templated) {
      const operation = operations.get(method)
      const texts = operation && pattern.exec(plain)
      if (texts) return { operation, parameters: readParameters(names, texts) }
    }
    const allow = routes.filter(({ pattern }) => pattern.test(plain)).flatMap(({ operations }) => [...operations.keys()])
    return allow.length === 0 ? undefined : { allow: [...new Set(allow)].sort() }
  }
}

/** `/v1/%70ets` is `/v1/pets`: a letter, a digit or one of `-._~` may also be written as an escape (RFC 3986 §6.2.2). */
export const normalizePath = (path: string) => (path.includes('%') ? path.replaceAll(/%[\da-f]{2}/gi, normalizeEscape) : path)

function normalizeEscape(escaped: string): string {
  const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escaped.toUpperCase()
}

const NONE = {}
const NAME = /\{([^}]+)\}/g

function createRoute(path: string, own: readonly Operation[]): Route {
  const operations = new Map(own.map((operation) => [operation.method, operation]))
  const get = operations.get('GET')
  if (get && !operations.has('HEAD')) operations.set('HEAD', get)
  const texts = path.split(/\{[^}]+\}/).map(literal)
  return {
    path: literal(path),
    names: [...path.matchAll(NAME)].map(([, name = '']) => name),
    pattern: new RegExp(`^${texts.map(escapePattern).join('([^/]+)')}$`),
    operations,
  }
}

/** Text of the contract as a client sends it: `/größe` is sent as `/gr%C3%B6%C3%9Fe`. */
const literal = (text: string) => normalizePath(text.replaceAll(/[^!-~]+/g, encodeURIComponent))

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Concrete text comes before a parameter (OpenAPI Paths Object): `/{name}.json` before `/{name}`. */
const byRank = (a: Route, b: Route) => (rankOf(a.path) < rankOf(b.path) ? -1 : 1)

const rankOf = (path: string) => `${path}\uffff`.replaceAll(NAME, '\uffff')

/** A loop is the fastest way, and every request calls this function. */
function readParameters(names: readonly string[], texts: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [index, name] of names.entries()) parameters[name] = decode(texts[index + 1] ?? '')
  return parameters
}

/** Decodes once: `%252F` becomes the text `%2F`. A bad escape such as `%zz` stays unchanged. */
function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
