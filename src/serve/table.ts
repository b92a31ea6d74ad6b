// Decides what answers at which path: the control API, an operation of the contract, or a document. This file is the door of Koa.

import type { RequestListener } from 'node:http'
import createCors from '@koa/cors'
import Koa from 'koa'
import type { Found, Operation } from '../contract/operations.ts'
import { once } from '../ground/once.ts'
import { Problem } from '../ground/problem.ts'
import { remember } from '../ground/remember.ts'
import { renderProblem } from './control/reply.ts'
import { createHandleDirectly, createRefuseOutside, type HandleDirectly } from './handle-directly.ts'
import { readTarget, type Target } from './journey/head.ts'
import type { HttpParts } from './parts.ts'
import { createPublished } from './published.ts'
import { createRoutes, type Find, normalizePath } from './routes.ts'

/** Errors of connections that the client has broken. They are not errors of the sandbox. */
const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

const EXPOSED =
  'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Link, Deprecation, Sunset, Sandbox-Cause, Sandbox-Request-Id, Sandbox-Assumed, Sandbox-Warning, Preference-Applied, WWW-Authenticate'

/** Creates the listener that answers by the path. */
export function createTable(parts: HttpParts): RequestListener {
  const koa = new Koa()
  koa.on('error', (error: NodeJS.ErrnoException) => BROKEN.has(error.code ?? '') || parts.notify(String(error.stack)))
  // Koa's own getters throw for a malformed host in the target: `GET http://[::1/v1/pets`.
  const getters: PropertyDescriptorMap & ThisType<Koa.Request> = {
    path: { get: ofTarget('path') },
    querystring: { get: ofTarget('query') },
  }
  Object.defineProperties(koa.request, getters)
  koa.use(createAnswer(parts))
  return koa.callback()
}

function ofTarget(part: 'path' | 'query') {
  return function (this: Koa.Request) {
    return readTarget(this.req.url ?? '/')[part]
  }
}

/** One middleware for all paths: with one for each path, every one would split the path again. */
function createAnswer(parts: HttpParts): Koa.Middleware {
  const { contract, journey, cors } = parts
  const findOperation = createRoutes(contract.operations)
  const resolveTarget = createResolveTarget(contract.basePath, findOperation)
  const findPage = createRoutes(createPublished(parts))
  const directly = createHandleDirectly(parts)
  const controlRoutes = createControlRoutes(parts, directly)
  const refuseOutside = createRefuseOutside(parts, findOperation)
  const allowOrigins = createCors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 600 })

  return (ctx) => {
    const resolved = resolveTarget(ctx.req.url ?? '/')
    if (isUnder('/_sandbox', resolved.path)) return controlRoutes(ctx, resolved.path)
    const found = resolved.find?.(ctx.method)
    const page = found === undefined ? findPage(ctx.method, resolved.path) : undefined
    if (page !== undefined) return directly(ctx, () => ('operation' in page ? page.operation.serve(ctx) : refuseMethod(ctx)))
    const answer = () => (resolved.find === undefined ? directly(ctx, () => refuseOutside(ctx)) : runJourney(ctx, resolved.target, found))
    // CORS, only for requests from a web page. A preflight is answered here, and is neither counted nor recorded.
    return cors && ctx.headers.origin !== undefined ? allowOrigins(ctx, async () => answer()) : answer()
  }

  function runJourney(ctx: Koa.Context, target: Target, found: Found | undefined): Promise<void> {
    ctx.respond = false
    return journey(ctx.req, ctx.res, target, found)
  }
}

/** A target, and what the contract has at its path. */
interface ResolvedTarget {
  readonly target: Target
  /** The normalized path, with switches. */
  readonly path: string
  /** Finds what the contract has at the path. Absent outside the contract. */
  readonly find?: (method: string) => Found | undefined
}

/** Clients send the same targets again and again. So what was found is remembered. */
function createResolveTarget(basePath: string, findOperation: Find<Operation>): (sent: string) => ResolvedTarget {
  return remember(
    (sent): ResolvedTarget => {
      const target = readTarget(sent)
      const path = normalizePath(target.path)
      const rest = normalizePath(target.rest)
      if (!isUnder(basePath, rest)) return { target, path }
      return { target, path, find: remember((method) => findOperation(method, rest)) }
    },
    ({ target }) => target.isSafe,
  )
}

/** Whether a path is `under`, or below it. */
const isUnder = (under: string, path: string) =>
  path.startsWith(under) && (path.length === under.length || under === '' || path[under.length] === '/')

function refuseMethod({ path, method }: Koa.Context): never {
  throw new Problem('method_not_allowed', `${path} does not take ${method}, only GET and HEAD`, { headers: { Allow: 'GET, HEAD' } })
}

/** The journal has texts of clients: no page of another origin may load a reply as a script, a style or an image. */
const CONTROL_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

/**
 * Mounts the control API. Its calls are the operations of its document, which is loaded with the first call, because many sandboxes never
 * get such a call.
 */
function createControlRoutes({ answerControl, loadControl, notify }: HttpParts, directly: HandleDirectly) {
  const load = once(async () => {
    const api = await loadControl()
    return { api, find: createRoutes(api.operations) }
  })
  return (ctx: Koa.Context, path: string): Promise<void> => {
    ctx.set(CONTROL_HEADERS)
    const answer = async () => {
      const { api, find } = await load()
      // The base path itself is the path `/` of the document.
      await answerControl(ctx, api, find(ctx.method, path === api.basePath ? `${path}/` : path))
    }
    return directly(ctx, answer, (problem) => renderProblem(ctx, problem, notify))
  }
}
