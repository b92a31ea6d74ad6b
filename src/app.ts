// Koa's edge: the published documents on their routes, everything else to the journey. Preflights are answered
// here, before the journey, uncounted and unrecorded.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import createCors from '@koa/cors'
import Router from '@koa/router'
import Koa from 'koa'
import type { Contract } from './contract/contract.ts'
import { renderReference } from './contract/reference.ts'
import type { Exchange } from './exchange.ts'
import type { Journey } from './journey.ts'
import { renderJson } from './json.ts'
import { Problem, type Refusal } from './problem.ts'
import { parsePrefix, splitPrefix } from './switches.ts'
import { renderYaml } from './yaml.ts'

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
  /** Tells the ids of one run from those of another. */
  readonly run: string
  readonly now: () => number
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

  async function toJourney(ctx: Koa.Context): Promise<void> {
    ctx.respond = false
    await inOrder(ctx.req.socket, () => journey(createExchange(ctx.req), ctx.req, ctx.res))
  }

  app.use(async function edge(ctx) {
    if (isUnder('/_sandbox', ctx.path)) return control(ctx, async () => {})
    if (isOutside(ctx)) {
      await published(ctx)
      if (ctx.body != null) return
      if (contract.basePath !== '') return notFound(ctx)
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

/** Requests that a client sends on a connection before it has seen the reply to the first are carried out one by one. */
function createInOrder(): (socket: Socket, journey: () => Promise<void>) => Promise<void> {
  const underWay = new WeakMap<Socket, Promise<void>>()
  return async function inOrder(socket, journey) {
    const before = underWay.get(socket)
    const mine = before === undefined ? journey() : before.then(journey)
    underWay.set(socket, mine)
    await mine
    if (underWay.get(socket) === mine) underWay.delete(socket)
  }
}

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

/** Makes the record of a request: what is known before anyone has looked at it. */
function createExchangeFactory({ scheme, run, now }: Pick<AppParts, 'scheme' | 'run' | 'now'>): (request: IncomingMessage) => Exchange {
  const sockets = new WeakMap<Socket, { id: number; uses: number }>()
  let count = 0
  let connections = 0

  function useOf(socket: Socket): Exchange['socket'] {
    let known = sockets.get(socket)
    if (known === undefined) {
      connections += 1
      known = { id: connections, uses: 0 }
      sockets.set(socket, known)
    }
    known.uses += 1
    return { id: known.id, use: known.uses, address: socket.remoteAddress ?? '' }
  }

  return function createExchange(request) {
    count += 1
    const real = now()
    const target = request.url ?? '/'
    const [path, query] = splitTarget(target)
    const { prefix, rest } = splitPrefix(path)
    const known: Omit<Exchange, 'world' | 'session' | 'reply'> = {
      id: `req_${run}_${count}`,
      arrived: { real, world: real },
      socket: useOf(request.socket),
      request: {
        method: request.method ?? 'GET',
        target,
        prefix,
        path: rest,
        query,
        switches: parsePrefix(prefix),
        origin: originOf(request, scheme),
        headers: request.headers,
      },
      pathParameters: {},
      caller: {},
      input: { path: {}, query: {}, header: {}, cookie: {} },
      violations: [],
      warnings: [],
      cause: 'failure',
      headers: {},
      assumed: new Set(),
      carriedOut: false,
    }
    // The steps fill in the rest, and none reads it before.
    return known as Exchange
  }
}

/** Path and query of a request target; the absolute form (RFC 9112 §3.2.2) loses scheme and host. */
function splitTarget(target: string): [path: string, query: string] {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '') || '/'
  const mark = relative.indexOf('?')
  return mark === -1 ? [relative, ''] : [relative.slice(0, mark), relative.slice(mark + 1)]
}

/** How the client calls this server; a strange Host is not repeated. */
function originOf({ url = '', headers, socket }: IncomingMessage, scheme: string): string {
  // The absolute form of a target wins over Host (RFC 9112 §3.2.2).
  const host = /^https?:\/\/([^/?]*)/i.exec(url)?.[1] ?? headers.host ?? ''
  return `${scheme}://${/^[\w.:[\]-]+$/.test(host) ? host : `localhost:${socket.localPort}`}`
}
