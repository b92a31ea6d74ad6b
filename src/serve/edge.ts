// The edge is a Koa app that decides who serves which path. This file is the door of Koa.

import createCors from '@koa/cors'
import Koa from 'koa'
import { sendProblem } from './control/reply.ts'
import { createJourney } from './journey/journey.ts'
import { type Context, type Middleware, readTarget } from './journey/message.ts'
import { createOwn, createRefuse } from './own-paths.ts'
import type { HttpParts } from './parts.ts'
import { createPages } from './published.ts'
import { createRouter, normalizePath } from './routes.ts'

export function createEdge(parts: HttpParts): Koa<Context['state'], Context> {
  const { contract, control, cors, notify } = parts
  const journey = createJourney(parts)
  const operations = createRouter(contract.operations, journey)
  // Paths of the sandbox itself have no journey: no limits, no scenarios and no record.
  const own = createOwn(parts)
  const controlApi = own(control, (ctx, error) => sendProblem(ctx, error, notify))
  const pages = createRouter(
    Object.entries(createPages(parts)).map(([path, serve]) => ({ method: 'GET', path, serve })),
    ({ serve }) => own(serve),
    { strict: false },
  )

  const koa = new Koa<Context['state'], Context>()
  koa.on('error', (error: NodeJS.ErrnoException) => BROKEN.has(error.code ?? '') || notify(String(error.stack)))
  koa.use(readUrl(contract.basePath))
  koa.use(under('/_sandbox', controlApi))
  if (cors) koa.use(allowOrigins)
  koa.use(operations.routes())
  koa.use(pages.routes())
  // The contract has no such path or method: the journey counts, records and refuses the request.
  koa.use(under(contract.basePath, journey()))
  koa.use(own(createRefuse(parts, operations)))
  return koa
}

/** The client has broken the connection. This is no error of the sandbox. */
const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Gives Koa the path behind the switches of the base URL, with plain letters: `/~slow/v1/%70ets` is `/v1/pets`. */
function readUrl(basePath: string): Middleware {
  return (ctx, next) => {
    const target = readTarget(ctx.originalUrl)
    ctx.state.target = target
    // Most targets are plain paths without switches, and stay as they are.
    if (target.prefix !== '' || !/^\/[!$&-~]*$/.test(target.sent)) {
      const rest = normalizePath(target.rest)
      const path = `${rest}/`.startsWith(`${basePath}/`) ? rest : normalizePath(target.path)
      const url = target.query === '' ? path : `${path}?${target.query}`
      // Koa would take a scheme off the path, and end the path at a #.
      ctx.url = (url.startsWith('/') ? url : `/${url}`).replaceAll(/[^!-~]|#/g, encodeURIComponent)
    }
    return next()
  }
}

/** Serves a path, and all paths below it. */
const under =
  (path: string, serve: Middleware): Middleware =>
  (ctx, next) =>
    `${ctx.path}/`.startsWith(`${path}/`) ? serve(ctx, next) : next()

/** CORS, only for requests from a web page. A preflight is answered here, and is neither counted nor recorded. */
const allowOrigins: Middleware = (ctx, next) => (ctx.headers.origin === undefined ? next() : allow(ctx, next))
const allow = createCors({ origin: '*', exposeHeaders: '*', maxAge: 600 })
