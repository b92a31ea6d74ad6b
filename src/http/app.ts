// The HTTP edge: four Koa middlewares in a row for the control API, the published documents, CORS and the journey. Requests
// of one connection first wait for their turn. Requests that cannot be read are answered by client-error.ts.

import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import createCors from '@koa/cors'
import Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import { normalizePath } from '../contract/routes.ts'
import { renderProblem as renderControlProblem } from '../control/render-problem.ts'
import { Problem, type Refusal } from '../errors/problem.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Connections } from '../journey/connections.ts'
import { splitTarget } from '../journey/create-context.ts'
import type { Journey } from '../journey/journey.ts'
import type { RefuseUnmatched } from '../journey/refuse-unmatched.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
import type { Backlog } from '../sockets/backlog.ts'
import { type ClientErrors, createClientErrors } from './client-error.ts'
import { createConnectionBound } from './connection-bound.ts'
import { createHandleDirectly, type HandleDirectly, showPath } from './handle-directly.ts'
import { createPipelines } from './pipelining.ts'
import { createPublished, type PublishedParts } from './published.ts'
import { createSlices } from './slices.ts'

export interface AppParts extends PublishedParts {
  readonly control: Koa.Middleware
  readonly contract: Contract
  readonly journey: Journey
  readonly refuseUnmatched: RefuseUnmatched
  readonly backlog: Backlog
  readonly connections: Connections
  readonly observer: Required<Pick<Observer, 'unmatched'>>
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly cors: boolean
  /** Leaves out the `Sandbox-*` headers. */
  readonly bare: boolean
  /** Writes a line to the log, for events that have no exchange. */
  readonly notify: (notice: string) => void
  /** `http` or `https`, for links. */
  readonly scheme: string
  /** The directory of the console's files. */
  readonly consoleFiles: string
}

/** The functions that get the events of an HTTP server. */
export interface App extends ClientErrors {
  readonly connection: (socket: Socket) => void
  readonly request: RequestListener
}

/** Errors of connections that the client has broken. They are not errors of the sandbox. */
const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_EOF_STATE'])

/** The journal has texts of clients: no page of another origin may load a reply as a script, a style or an image. */
const CONTROL_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

const EXPOSED =
  'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Link, Deprecation, Sunset, Sandbox-Cause, Sandbox-Request-Id, Sandbox-Assumed, Sandbox-Warning, Preference-Applied, WWW-Authenticate'

export function createApp(parts: AppParts): App {
  const { contract, control, backlog, connections, cors } = parts
  const handleDirectly = createHandleDirectly({ ...parts, refuse: refuseAs(parts) })
  const controlAside = createHandleDirectly({ ...parts, refuse: (ctx, problem) => renderControlProblem(ctx, problem, parts.notify) })
  const published = createPublished(parts)
  const koa = new Koa()
  koa.on('error', (error: NodeJS.ErrnoException) => BROKEN.has(error.code ?? '') || parts.notify(String(error.stack)))
  koa.use((ctx, next) => {
    if (!isControl(ctx.path)) return next()
    ctx.set(CONTROL_HEADERS)
    return controlAside(ctx, () => control(ctx, next))
  })
  koa.use((ctx, next) => (published.has(ctx.method, ctx.path) ? handleDirectly(ctx, () => published.serve(ctx)) : next()))
  if (cors) koa.use(withOrigin(createCors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 600 })))
  koa.use(createEntrance(parts, handleDirectly))
  const slices = createSlices(backlog, (socket) => pipelines.isFull(socket))
  const pipelines = createPipelines(koa.callback(), backlog, slices)
  const isVisit = ({ url = '/', method = 'GET' }: IncomingMessage) => {
    const [path] = splitTarget(url)
    return isContracts(contract, path) && !isControl(path) && !published.has(method, path)
  }
  const bound = createConnectionBound((socket) => pipelines.lastOn(socket) === undefined)
  const connect = (socket: Socket) => {
    bound(socket)
    connections.open(socket)
    slices.add(socket)
  }
  return { connection: connect, request: pipelines.take, ...createClientErrors({ ...parts, pipelines, isVisit }) }
}

/** Refuses with an error body of the contract. */
const refuseAs =
  ({ renderProblem }: AppParts) =>
  (ctx: Koa.Context, problem: Problem): void => {
    ctx.status = problem.status
    ctx.set(problem.headers)
    ctx.body = renderProblem(problem)
  }

const isControl = (path: string) => isUnder('/_sandbox', path)

/** Whether a path belongs to the contract, with or without switches in front of it. */
const isContracts = ({ basePath }: Contract, path: string) => basePath === '' || isUnder(basePath, normalizePath(splitPrefix(path).rest))

/** CORS, only for requests from a web page. A preflight is answered here, and is neither counted nor recorded. */
function withOrigin(middleware: Koa.Middleware): Koa.Middleware {
  return function cors(ctx, next) {
    return ctx.headers.origin === undefined ? next() : middleware(ctx, next)
  }
}

/** Starts the journey. A path outside the contract is answered without a journey, so no key is needed and nothing is counted. */
function createEntrance({ contract, journey, bare, notify, observer }: AppParts, handleDirectly: HandleDirectly): Koa.Middleware {
  return function enter(ctx) {
    if (!isContracts(contract, ctx.path)) return handleDirectly(ctx, () => refuseOutside(ctx))
    ctx.respond = false
    return journey(ctx.req, ctx.res)
  }

  function findHint({ path }: Koa.Context, shown: string, fits: boolean): string {
    const meant = contract.basePath + shown
    if (fits) return `: did you mean ${meant}? The base URL ends with ${contract.basePath}`
    if (splitPrefix(path).rest.startsWith('/~')) return ': write all switches after one ~, for example /~slow,world=w3/'
    return `: the contract is served under ${contract.basePath}, and its document at /openapi.yaml`
  }

  function refuseOutside(ctx: Koa.Context): void {
    const shown = showPath(ctx)
    const fits = contract.find(ctx.method, contract.basePath + ctx.path) !== undefined
    const hint = findHint(ctx, shown, fits)
    observer.unmatched({ method: ctx.method, path: shown, fits })
    if (!bare) ctx.set('Sandbox-Cause', 'contract')
    notify(`404 ${ctx.method} ${shown}${hint}`)
    throw new Problem('not_found', `There is nothing at ${shown}${hint}`)
  }
}

const isUnder = (basePath: string, path: string) =>
  path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/')
