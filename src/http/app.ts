// The HTTP edge. One table says what answers at which path: the control API, the operations of the contract, the documents. Requests
// of one connection first wait for their turn. Requests that cannot be read are answered by client-error.ts.

import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import createCors from '@koa/cors'
import Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import type { Found } from '../contract/operations.ts'
import type { Control } from '../control/control.ts'
import type { Problem, Refusal } from '../errors/problem.ts'
import { splitTarget } from '../journey/arrival.ts'
import type { Connections } from '../journey/connections.ts'
import type { Journey } from '../journey/journey.ts'
import type { RefuseUnparsed } from '../journey/refuse-unparsed.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
import type { Backlog } from '../sockets/backlog.ts'
import { createBoundedReads } from './bounded-reads.ts'
import { type ClientErrors, createClientErrors } from './client-error.ts'
import { createConnectionBound } from './connection-bound.ts'
import { createControlRoutes } from './control-routes.ts'
import { createHandleDirectly } from './handle-directly.ts'
import { createOutside, type OutsideParts } from './outside.ts'
import { createPipelines } from './pipelining.ts'
import { createPublished, type PublishedParts } from './published.ts'
import { createPages, createRoutes, normalizePath } from './routes.ts'

export interface AppParts extends PublishedParts, OutsideParts {
  readonly control: Control
  readonly contract: Contract
  readonly journey: Journey
  readonly refuseUnparsed: RefuseUnparsed
  readonly backlog: Backlog
  readonly connections: Connections
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly cors: boolean
}

/** The functions that get the events of an HTTP server. */
export interface App extends ClientErrors {
  readonly connection: (socket: Socket) => void
  readonly request: RequestListener
}

/** Errors of connections that the client has broken. They are not errors of the sandbox. */
const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_EOF_STATE'])

const EXPOSED =
  'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Link, Deprecation, Sunset, Sandbox-Cause, Sandbox-Request-Id, Sandbox-Assumed, Sandbox-Warning, Preference-Applied, WWW-Authenticate'

/** A line of the table. An answer may pass a request on to the next line. */
interface Line {
  /** The path of the line, with all paths below it. */
  readonly under: string
  /** Whether switches may stand before the path, for example `/~slow/v1/pets`. */
  readonly hasSwitches?: boolean
  readonly answer: Koa.Middleware
}

/** What answers at which path. The first line that answers wins. */
function createTable(parts: AppParts): readonly Line[] {
  const { contract, journey } = parts
  const ofContract = { under: contract.basePath, hasSwitches: true }
  const visit = (ctx: Koa.Context, found?: Found) => {
    ctx.respond = false
    return journey(ctx.req, ctx.res, found)
  }
  const operations = createRoutes(contract.operations, visit)
  const directly = createHandleDirectly({ ...parts, refuse: refuseAs(parts) })
  return [
    { under: '/_sandbox', answer: createControlRoutes(parts) },
    { ...ofContract, answer: allowOrigins(parts) },
    { ...ofContract, answer: operations.serve },
    { under: '', answer: createPages(createPublished(parts), directly) },
    { ...ofContract, answer: (ctx) => visit(ctx) },
    { under: '', answer: allowOrigins(parts) },
    { under: '', answer: createOutside(parts, operations, directly) },
  ]
}

export function createApp(parts: AppParts): App {
  const { backlog, connections, notify } = parts
  const koa = new Koa()
  koa.on('error', (error: NodeJS.ErrnoException) => BROKEN.has(error.code ?? '') || notify(String(error.stack)))
  Object.defineProperties(koa.request, TARGET)
  koa.use(splitPath)
  for (const line of createTable(parts)) koa.use(createEntry(line))
  const reads = createBoundedReads(backlog, (socket) => pipelines.isFull(socket))
  const pipelines = createPipelines(koa.callback(), backlog, reads)
  const bound = createConnectionBound((socket) => pipelines.lastOn(socket) === undefined)
  const connect = (socket: Socket) => {
    bound(socket)
    connections.open(socket)
    reads.add(socket)
  }
  return { connection: connect, request: pipelines.take, ...createClientErrors({ ...parts, pipelines }) }
}

/** Koa's own getters throw for a strange host in the target: `GET http://[::1/v1/pets`. */
const TARGET: PropertyDescriptorMap & ThisType<Koa.Request> = {
  path: { get: takeTarget(0) },
  querystring: { get: takeTarget(1) },
}

function takeTarget(part: 0 | 1) {
  return function (this: Koa.Request) {
    return splitTarget(this.req.url ?? '/')[part]
  }
}

/** Notes the path of a request for the table, with and without the switches before it. */
const splitPath: Koa.Middleware = (ctx, next) => {
  const { path } = ctx
  ctx.state.path = normalizePath(path)
  ctx.state.pathBehindSwitches = normalizePath(splitPrefix(path).rest)
  return next()
}

const createEntry =
  ({ under, hasSwitches = false, answer }: Line): Koa.Middleware =>
  (ctx, next) => {
    const path: string = hasSwitches ? ctx.state.pathBehindSwitches : ctx.state.path
    if (!path.startsWith(under) || (path.length > under.length && under !== '' && path[under.length] !== '/')) return next()
    // The router looks at this path instead of the path in the request.
    ctx.newRouterPath = path
    return answer(ctx, next)
  }

/** CORS, only for requests from a web page. A preflight is answered here, and is neither counted nor recorded. */
function allowOrigins({ cors }: AppParts): Koa.Middleware {
  const allow = createCors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 600 })
  return (ctx, next) => (cors && ctx.headers.origin !== undefined ? allow(ctx, next) : next())
}

/** Refuses with an error body of the contract. */
const refuseAs =
  ({ renderProblem }: AppParts) =>
  (ctx: Koa.Context, problem: Problem): void => {
    ctx.status = problem.status
    ctx.set(problem.headers)
    ctx.body = renderProblem(problem)
  }
