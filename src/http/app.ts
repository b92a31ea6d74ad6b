// Koa's edge: the published documents on their routes, everything else to the journey. Preflights are answered
// here, before the journey, uncounted and unrecorded.

import createCors from '@koa/cors'
import Router from '@koa/router'
import Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import { renderReference } from '../contract/reference.ts'
import { createExchangeFactory, type ExchangeParts, originOf } from '../journey/create-exchange.ts'
import type { Journey } from '../journey/journey.ts'
import { renderJson } from '../json.ts'
import { Problem, type Refusal } from '../problem.ts'
import { splitPrefix } from '../scenarios/switches.ts'
import { renderYaml } from '../yaml.ts'
import { createInOrder } from './pipelining.ts'

export interface AppParts extends ExchangeParts {
  readonly control: Koa.Middleware
  readonly contract: Contract
  readonly journey: Journey
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly cors: boolean
  /** No headers of the sandbox's own. */
  readonly bare: boolean
  /** Told what no exchange can tell of. */
  readonly notify: (notice: string) => void
}

/** A connection that breaks is the client's affair. */
const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_EOF_STATE'])

const EXPOSED =
  'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Link, Deprecation, Sunset, Sandbox-Cause, Sandbox-Request-Id, Sandbox-Assumed, Sandbox-Warning, Preference-Applied, WWW-Authenticate'

export function createApp({ control, contract, journey, renderProblem, cors, bare, notify, scheme, run, now }: AppParts): Koa {
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => BROKEN.has(error.code ?? '') || notify(String(error.stack)))
  const published = createPublishedRoutes(contract, scheme)
  const answerCors = createCors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 600 })
  const inOrder = createInOrder()
  const createExchange = createExchangeFactory({ scheme, run, now })

  function toJourney(ctx: Koa.Context): Promise<void> {
    ctx.respond = false
    return inOrder(ctx.req.socket, ctx.res, () => journey(createExchange(ctx.req), ctx.req, ctx.res))
  }

  app.use(async function edge(ctx) {
    if (isUnder('/_sandbox', ctx.path)) return control(ctx, async () => {})
    if (isOutside(ctx)) {
      await published(ctx)
      if (ctx.body != null) return
      if (contract.basePath !== '')
        return cors && ctx.headers.origin !== undefined ? answerCors(ctx, async () => notFound(ctx)) : notFound(ctx)
    }
    return cors && ctx.headers.origin !== undefined ? answerCors(ctx, () => toJourney(ctx)) : toJourney(ctx)
  })

  /** Without a base path every path may be the contract's: then those that it names are. */
  function isOutside(ctx: Koa.Context): boolean {
    const path = splitPrefix(ctx.path).rest
    return contract.basePath === '' ? contract.find(ctx.method, path) === undefined : !isUnder(contract.basePath, path)
  }

  /** A path outside of the contract is answered without a journey: no key is asked for, nothing is counted. */
  function notFound(ctx: Koa.Context): void {
    const path = contract.basePath + ctx.path
    const found = contract.find(ctx.method, path)
    const hint = found
      ? `: did you mean ${path}? The base URL ends with ${contract.basePath}`
      : `: the contract is served under ${contract.basePath}, its document at /openapi.yaml`
    ctx.status = 404
    if (!bare) ctx.set('Sandbox-Cause', 'contract')
    notify(`404 ${ctx.method} ${ctx.path.slice(0, MAX_SHOWN)}${hint}`)
    ctx.body = renderProblem(new Problem('not_found', `There is nothing at ${ctx.path.slice(0, MAX_SHOWN)}${hint}`))
  }

  return app
}

/** A path in a message is cut at this many letters. */
const MAX_SHOWN = 200

const isUnder = (basePath: string, path: string) =>
  path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/')

/** The documents for people and code generators. */
function createPublishedRoutes(contract: Contract, scheme: string): (ctx: Koa.Context) => Promise<unknown> {
  const router = new Router()
  const documentFor = (ctx: Koa.Context) =>
    contract.publish(originOf(ctx.req, scheme) + contract.basePath, { assumptions: ctx.query.assumptions === 'include' })
  router.get('/openapi.json', (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.type = 'application/json'
    ctx.body = renderJson(documentFor(ctx))
  })
  router.get('/openapi.yaml', (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.type = 'application/yaml'
    ctx.body = renderYaml(documentFor(ctx))
  })
  router.get('/docs', (ctx) => {
    ctx.type = 'html'
    ctx.body = renderReference(contract)
  })
  const routes = router.routes() as unknown as (ctx: Koa.Context, next: () => Promise<void>) => Promise<unknown>
  return (ctx) => routes(ctx, async () => {})
}
