// One table says what answers at which path: the control API, the operations of the contract, the documents. This file is the door of
// Koa.

import type { RequestListener } from 'node:http'
import createCors from '@koa/cors'
import Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import type { Found } from '../contract/operations.ts'
import type { Control } from '../control/control.ts'
import { Problem, type Refusal } from '../errors/problem.ts'
import { splitTarget } from '../journey/head.ts'
import type { Journey } from '../journey/journey.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
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
  /** `path` is without switches, if the line has switches. */
  readonly answer: (ctx: Koa.Context, path: string, next: Koa.Next) => unknown
}

/** What answers at which path. The first line that answers wins. */
function linesOf(parts: TableParts): readonly Line[] {
  const { contract, journey } = parts
  const findOperation = createRoutes(contract.operations)
  const ofContract = { under: contract.basePath, hasSwitches: true }
  const visit = (ctx: Koa.Context, found: Found | undefined) => {
    ctx.respond = false
    return journey(ctx.req, ctx.res, found)
  }
  const allowOrigins = createAllowOrigins(parts)
  const directly = createHandleDirectly({ ...parts, refuse: refuseAs(parts) })
  const pages = createRoutes(createPublished(parts))
  const outside = createOutside(parts, findOperation, directly)
  return [
    { under: CONTROL, answer: createControlRoutes(parts) },
    { ...ofContract, answer: allowOrigins },
    {
      ...ofContract,
      answer(ctx, path, next) {
        const found = findOperation(ctx.method, path)
        return found === undefined ? next() : visit(ctx, found)
      },
    },
    {
      under: '',
      answer(ctx, path, next) {
        const page = pages(ctx.method, path)
        return page === undefined ? next() : directly(ctx, () => ('operation' in page ? page.operation.serve(ctx) : refuseMethod(ctx)))
      },
    },
    { ...ofContract, answer: (ctx) => visit(ctx, undefined) },
    { under: '', answer: allowOrigins },
    { under: '', answer: outside },
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
  path: { get: takeTarget(0) },
  querystring: { get: takeTarget(1) },
}

function takeTarget(part: 0 | 1) {
  return function (this: Koa.Request) {
    return splitTarget(this.req.url ?? '/')[part]
  }
}

/** One middleware for all lines: with one for each line, every line would split the path again. */
function createAnswer(lines: readonly Line[]): Koa.Middleware {
  return (ctx) => {
    const whole = normalizePath(ctx.path)
    const rest = normalizePath(splitPrefix(ctx.path).rest)
    const answerFrom = (first: number): unknown => {
      for (let at = first; at < lines.length; at += 1) {
        const line = lines[at] as Line
        const path = line.hasSwitches ? rest : whole
        if (isUnder(line.under, path)) return line.answer(ctx, path, async () => answerFrom(at + 1))
      }
      return undefined
    }
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
function createAllowOrigins({ cors }: TableParts): Line['answer'] {
  const allow = createCors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 600 })
  return (ctx, _path, next) => (cors && ctx.headers.origin !== undefined ? allow(ctx, next) : next())
}

/** Refuses with an error body of the contract. */
const refuseAs =
  ({ renderProblem }: TableParts) =>
  (ctx: Koa.Context, problem: Problem): void => {
    ctx.status = problem.status
    ctx.set(problem.headers)
    ctx.body = renderProblem(problem)
  }
