// The control API over HTTP. spec/control.yaml says what there is to call and checks each request; calls.ts says what a
// call does; here a request becomes values, and a value becomes the reply. Scenarios, limits and the journal never touch it.

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context, Middleware } from 'koa'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'
import { describeUnknown, type Input, readRequest, type SentRequest, type UnknownName } from '../contract/read-request.ts'
import type { Found } from '../contract/routes.ts'
import { renderJson } from '../json/json.ts'
import { Problem } from '../problem.ts'
import { renderAs } from '../report/formats/formats.ts'
import type { Report } from '../report/report.ts'
import { createTurns } from '../turns.ts'
import { show } from '../words/show.ts'
import { describeNoWorld, isWorldName } from '../words/world-name.ts'
import type { BodyChecks } from './body-checks.ts'
import type { ControlRequest } from './call.ts'
import { calls } from './calls.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import type { LocalSandbox } from './local-handles.ts'
import { negotiate } from './negotiate.ts'
import { readBody } from './read-body.ts'
import { renderProblem } from './render-problem.ts'

export interface ControlParts extends GuardOptions {
  readonly sandbox: LocalSandbox
  /** Loads this API's own document. It is loaded when it is first needed, for many a sandbox is never driven. */
  readonly loadApi: () => Promise<Contract>
  readonly scheme: string
  /** Told about failures of the sandbox. */
  readonly notify: (notice: string) => void
}

/** Asked by those who watch over the process, and have no token. */
const NEEDS_NO_TOKEN = 'getHealth'

export function createControl({ sandbox, loadApi, scheme, notify, ...guardOptions }: ControlParts): Middleware {
  const guard = createGuard(guardOptions)
  const takeTurn = createTurns()
  let loading: Promise<Contract> | undefined

  async function answer(ctx: Context): Promise<void> {
    const { headers } = ctx.req
    guard.checkOrigin(headers)
    loading ??= loadApi()
    const api = await loading
    const found = api.find(ctx.method, ctx.path === api.basePath ? `${ctx.path}/` : ctx.path)
    if (!isOpen(found)) guard.checkToken(headers)
    const { operation, parameters } = refuseUnknown(found, ctx, api)
    const body = operation.body && (await readBody(ctx.req, operation.maxBodyBytes ?? api.maxBodyBytes, takeTurn))
    const input = await readInput(operation, { path: parameters, query: ctx.querystring, headers, body }, sandbox.bodyChecks)
    const call = calls[operation.id]
    if (call === undefined) throw new Error(`calls.ts has no ${operation.id}`)
    const type = chooseType(operation, ctx)
    const value = await call(createRequest(ctx, input, api))
    send(ctx, operation, type, value)
  }

  function createRequest(ctx: Context, input: Input, api: Contract): ControlRequest {
    const name = String(input.path.world ?? 'default')
    const world = sandbox.world(name)
    return {
      ...input,
      sandbox,
      world,
      existing: async () => {
        if (await sandbox.worlds.has(name)) return world
        throw new Problem('not_found', `there is no world ${name}: it comes to life when it is first used`)
      },
      api,
      url: `${scheme}://${ctx.host}${api.basePath}`,
      whenGone: () => whenGone(ctx),
    }
  }

  return async function control(ctx) {
    ctx.set('Cache-Control', 'no-store')
    try {
      await answer(ctx)
    } catch (error) {
      // Whoever left in the middle of a request is not there to be answered.
      if (ctx.req.destroyed && !ctx.req.complete) return
      renderProblem(ctx, error, notify)
    }
  }
}

function whenGone({ req: { socket }, res }: Context): Promise<void> {
  return new Promise((resolve) => {
    const tell = () => {
      socket.off('end', tell)
      resolve()
    }
    socket.once('end', tell)
    res.once('close', tell)
    if (socket.readableEnded || res.closed) tell()
  })
}

const isOpen = (found: Found | undefined) => found !== undefined && 'operation' in found && found.operation.id === NEEDS_NO_TOKEN

function refuseUnknown(found: Found | undefined, { path }: Context, { basePath }: Contract): Extract<Found, { operation: Operation }> {
  if (found === undefined)
    throw new Problem('not_found', `the control API has no ${path.slice(0, MAX_SHOWN)}: GET ${basePath} lists its calls`)
  if ('operation' in found) return found
  const allow = found.allow.join(', ')
  throw new Problem('method_not_allowed', `${path.slice(0, MAX_SHOWN)} takes ${allow} only`, { headers: { Allow: allow } })
}

const MAX_SHOWN = 200

/** The values of a request. Throws a Problem for what the document does not allow. */
async function readInput(operation: Operation, sent: SentRequest, bodyChecks: BodyChecks): Promise<Input> {
  const { world = 'default' } = sent.path
  if (!isWorldName(world)) throw new Problem('not_found', `there is no such world: ${describeNoWorld(world)}`)
  const headers = { ...sent.headers, 'content-type': typeOf(sent.headers['content-type']) }
  const { input, violations, unknown } = readRequest(operation, { ...sent, headers })
  const [first] = violations
  if (first?.in === 'body' && input.body !== undefined) await bodyChecks[operation.id]?.(input)
  // The document itself says which fields of a body are not known.
  const strange = unknown.filter((one) => one.in !== 'body')
  const faults = [...violations.filter(({ code }) => code === first?.code).map(({ message }) => message), ...strange.map(describe)]
  if (faults.length > 0) throw new Problem(first?.code ?? 'invalid_parameter', [...new Set(faults)].slice(0, MAX_FAULTS).join('; '))
  return input
}

const MAX_FAULTS = 5

/** What curl, fetch and friends declare when nobody tells them. All bodies of this API are JSON. */
const BY_DEFAULT = /^(application\/x-www-form-urlencoded|text\/plain)(;|$)/i

const typeOf = (type: SentRequest['headers'][string]) => (type === undefined || BY_DEFAULT.test(String(type)) ? 'application/json' : type)

const describe = (name: UnknownName) =>
  `the ${describeUnknown(name)} is not known${name.near === undefined ? '' : `: did you mean ${name.near}?`}`

const isStream = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A connection that takes all at once would keep the others waiting, so these are served after each piece. */
async function* inTurns(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const text of texts) {
    yield text
    await nextTurn()
  }
}

/** The media type of the reply, where it has a body. Throws a Problem where there are several and none is accepted. */
function chooseType({ responses }: Operation, ctx: Context): string | undefined {
  const [response] = responses.values()
  const types = [...(response?.content.keys() ?? [])]
  if (types.length < 2) return types[0]
  const { accept } = ctx.req.headers
  ctx.vary('Accept')
  const type = negotiate(accept, types)
  if (type === undefined) throw new Problem('not_acceptable', `Accept ${show(accept)} takes none of ${types.join(', ')}`)
  return type
}

/** Sends a value as the document says, with the first status that it gives. */
function send(ctx: Context, { responses }: Operation, type: string | undefined, value: unknown): void {
  const [status = '500'] = responses.keys()
  ctx.status = Number(status)
  if (type === undefined) return
  ctx.set('Content-Type', PLAIN_TEXT.has(type) ? `${type}; charset=utf-8` : type)
  if (isStream(value)) ctx.body = Readable.from(inTurns(value), { objectMode: false })
  else ctx.body = renderValue(type, value)
}

/** Whose readers would have to guess the encoding. */
const PLAIN_TEXT = new Set(['text/plain', 'text/markdown'])

/** A text is sent as it is; anything else that is not sent as JSON is a report. */
function renderValue(type: string, value: unknown): unknown {
  if (type.endsWith('json')) return renderJson(value)
  return typeof value === 'string' ? value : renderAs(type, value as Report)
}
