// One table says what answers at which path: the control API, the operations of the contract, the documents. This file is the door of
// Koa.

import type { RequestListener } from 'node:http'
import createCors from '@koa/cors'
import Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import type { Found } from '../contract/operations.ts'
import type { Control } from '../control/control.ts'
import { Problem, type Refusal } from '../errors/problem.ts'
import type { Journey } from '../journey/journey.ts'
import { readTarget, type Target } from '../journey/target.ts'
import { remember } from '../text/remember.ts'
import { createControlRoutes } from './control-routes.ts'
import { createHandleDirectly, type HandleDirectlyParts } from './handle-directly.ts'
import { createOutside, type OutsideParts } from './outside.ts'
import { createPublished, type PublishedParts } from './published.ts'
import { createRoutes, normalizePath } from './routes.ts'

export interface TableParts extends PublishedParts, OutsideParts, Omit<HandleDirectlyParts, 'refuse'> {
  readonly control: Control
  readonly contract: Contract
  readonly journey: Journey
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly cors: boolean
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
  readonly answer: (ctx: Koa.Context, place: Place, next: Koa.Next) => unknown
}

/** The place that a target names. Clients ask for the same places again and again. */
interface Place {
  readonly target: Target
  /** The normalized path, and the same without switches. */
  readonly whole: string
  readonly rest: string
  /** The lines for this path. */
  readonly lines: readonly Line[]
  /** What the contract has at the path, by method. */
  readonly found: Map<string, Found>
}

/** What answers at which path. The first line that answers wins. */
function linesOf(parts: TableParts): readonly Line[] {
  const { contract, journey } = parts
  const findOperation = createRoutes(contract.operations)
  const ofContract = { under: contract.basePath, hasSwitches: true }
  const visit = (ctx: Koa.Context, { target }: Place, found: Found | undefined) => {
    ctx.respond = false
    return journey(ctx.req, ctx.res, target, found)
  }
  const allowOrigins = createAllowOrigins(parts)
  const directly = createHandleDirectly({ ...parts, refuse: refuseAs(parts) })
  const pages = createRoutes(createPublished(parts))
  const outside = createOutside(parts, findOperation, directly)
  return [
    { under: CONTROL, answer: createControlRoutes(parts) },
    {
      ...ofContract,
      answer: allowOrigins((ctx, place, next) => {
        const found = place.found.get(ctx.method) ?? findOperation(ctx.method, place.rest)
        if (found === undefined) return next()
        place.found.set(ctx.method, found)
        return visit(ctx, place, found)
      }),
    },
    {
      under: '',
      answer(ctx, { whole }, next) {
        const page = pages(ctx.method, whole)
        return page === undefined ? next() : directly(ctx, () => ('operation' in page ? page.operation.serve(ctx) : refuseMethod(ctx)))
      },
    },
    { ...ofContract, answer: (ctx, place) => visit(ctx, place, undefined) },
    { under: '', answer: allowOrigins(outside) },
  ]
}

const CONTROL = '/_sandbox'

/** Creates the listener that answers by the table. */
export function createTable(parts: TableParts): RequestListener {
  const koa = new Koa()
  koa.on('error', (error: NodeJS.ErrnoException) => BROKEN.has(error.code ?? '') || parts.notify(String(error.stack)))
  Object.defineProperties(koa.request, TARGET)
  koa.use(createAnswer(linesOf(parts)))
  return koa.callback()
}

/** Koa's own getters throw for a strange host in the target: `GET http://[::1/v1/pets`. */
const TARGET: PropertyDescriptorMap & ThisType<Koa.Request> = {
  path: { get: takeTarget('path') },
  querystring: { get: takeTarget('query') },
}

function takeTarget(part: 'path' | 'query') {
  return function (this: Koa.Request) {
    return readTarget(this.req.url ?? '/')[part]
  }
}

/** One middleware for all lines: with one for each line, every line would split the path again. */
function createAnswer(lines: readonly Line[]): Koa.Middleware {
  const findPlace = remember(
    (sent): Place => {
      const target = readTarget(sent)
      const whole = normalizePath(target.path)
      const rest = normalizePath(target.rest)
      const own = lines.filter(({ under, hasSwitches }) => isUnder(under, hasSwitches ? rest : whole))
      return { target, whole, rest, lines: own, found: new Map() }
    },
    ({ target }) => target.isSafe,
  )
  return (ctx) => {
    const place = findPlace(ctx.req.url ?? '/')
    const answerFrom = (at: number): unknown => place.lines[at]?.answer(ctx, place, async () => answerFrom(at + 1))
    return answerFrom(0)
  }
}

/** Whether a path is `under`, or below it. */
const isUnder = (under: string, path: string) =>
  path.startsWith(under) && (path.length === under.length || under === '' || path[under.length] === '/')

function refuseMethod({ path, method }: Koa.Context): never {
  throw new Problem('method_not_allowed', `${path} does not take ${method}, only GET and HEAD`, { headers: { Allow: 'GET, HEAD' } })
}

/** CORS, only for requests from a web page. A preflight is answered here, and is neither counted nor recorded. */
function createAllowOrigins({ cors }: TableParts): (answer: Line['answer']) => Line['answer'] {
  const allow = createCors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 600 })
  return (answer) => (ctx, place, next) =>
    cors && ctx.headers.origin !== undefined ? allow(ctx, async () => answer(ctx, place, next)) : answer(ctx, place, next)
}

/** Refuses with an error body of the contract. */
const refuseAs =
  ({ renderProblem }: TableParts) =>
  (ctx: Koa.Context, problem: Problem): void => {
    ctx.status = problem.status
    ctx.set(problem.headers)
    ctx.body = renderProblem(problem)
  }
