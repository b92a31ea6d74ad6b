// HTTP's edge, as four Koa middlewares in a row: the control API, the published documents, CORS, the journey.

import createCors from '@koa/cors'
import Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import type { Journey } from '../journey/journey.ts'
import { Problem, type Refusal } from '../problem.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
import { createTurns } from './pipelining.ts'
import { createPublished } from './published.ts'

export interface AppParts {
  readonly control: Koa.Middleware
  readonly contract: Contract
  readonly journey: Journey
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly cors: boolean
  /** No headers of the sandbox's own. */
  readonly bare: boolean
  /** Told what no exchange can tell of. */
  readonly notify: (notice: string) => void
  /** `http` or `https`, for links. */
  readonly scheme: string
}

/** A connection that breaks is the client's affair. */
const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_EOF_STATE'])

const EXPOSED =
  'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Link, Deprecation, Sunset, Sandbox-Cause, Sandbox-Request-Id, Sandbox-Assumed, Sandbox-Warning, Preference-Applied, WWW-Authenticate'

export function createApp(parts: AppParts): Koa {
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => BROKEN.has(error.code ?? '') || parts.notify(String(error.stack)))
  app.use(onlyUnder('/_sandbox', parts.control))
  app.use(createPublished(parts))
  if (parts.cors) app.use(withOrigin(createCors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 600 })))
  app.use(createEntrance(parts))
  return app
}

/** The control API. */
function onlyUnder(path: string, middleware: Koa.Middleware): Koa.Middleware {
  return function control(ctx, next) {
    return isUnder(path, ctx.path) ? middleware(ctx, next) : next()
  }
}

/** CORS, for requests that come from a web page. Preflights end here, uncounted and unrecorded. */
function withOrigin(middleware: Koa.Middleware): Koa.Middleware {
  return function cors(ctx, next) {
    return ctx.headers.origin === undefined ? next() : middleware(ctx, next)
  }
}

/** The journey; a path outside of the contract is answered without one: no key is asked for, nothing is counted. */
function createEntrance({ contract, journey, renderProblem, bare, notify }: AppParts): Koa.Middleware {
  const turn = createTurns()
  return async function enter(ctx) {
    if (contract.basePath !== '' && !isUnder(contract.basePath, splitPrefix(ctx.path).rest)) return refuseOutside(ctx)
    ctx.respond = false
    if (ctx.res.socket === null && !(await turn(ctx.req.socket, ctx.res))) return
    await journey(ctx.req, ctx.res)
  }

  function refuseOutside(ctx: Koa.Context): void {
    const path = contract.basePath + ctx.path
    const hint = contract.find(ctx.method, path)
      ? `: did you mean ${path}? The base URL ends with ${contract.basePath}`
      : `: the contract is served under ${contract.basePath}, its document at /openapi.yaml`
    const shown = ctx.path.slice(0, MAX_SHOWN)
    ctx.status = 404
    if (!bare) ctx.set('Sandbox-Cause', 'contract')
    notify(`404 ${ctx.method} ${shown}${hint}`)
    ctx.body = renderProblem(new Problem('not_found', `There is nothing at ${shown}${hint}`))
  }
}

/** A path in a message is cut at this many letters. */
const MAX_SHOWN = 200

const isUnder = (basePath: string, path: string) =>
  path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/')
