// The control API over HTTP: turns a request into values, and a value into a reply. spec/control.yaml lists the calls and checks what they
// take, and routes.ts names their work. Scenarios, limits and the journal do not apply to them.

import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import { type Input, readRequest, refusalMessages, type SentRequest } from '../../contract/read-request.ts'
import { BOUNDS } from '../../ground/bounds.ts'
import { Problem } from '../../ground/problem.ts'
import { once } from '../../ground/remember.ts'
import { isExpecting, receiveBody } from '../../ground/sockets/receive-body.ts'
import { findNearPath, joinSentences } from '../../ground/words.ts'
import { describeNoWorld, isWorldName } from '../../ground/world-name.ts'
import { type Context, type Middleware, originOf, refuseMethod } from '../journey/message.ts'
import { createRouter } from '../routes.ts'
import type { ControlParts } from './call.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import { chooseType, HEADERS, send } from './reply.ts'
import { routes } from './routes.ts'

export interface ControlOptions extends GuardOptions {
  readonly parts: ControlParts
  readonly loadControl: () => Promise<Contract>
}

/** Supervisors of the process have no token. */
const NEEDS_NO_TOKEN = 'getHealth'

/** Loads the document with the first call, because many sandboxes never get one. */
export function createControl({ parts, loadControl, ...guardOptions }: ControlOptions): Middleware {
  const guard = createGuard(guardOptions)
  const load = once(async () => {
    const api = await loadControl()
    return { api, routes: createRouter(api.operations, (operation) => answer(operation, api)).routes() }
  })

  function answer(operation: Operation, api: Contract): Middleware {
    const call = routes[operation.id]
    if (call === undefined) throw new Error(`routes.ts has no ${operation.id}`)
    return async (ctx) => {
      const { headers } = ctx.req
      if (operation.id !== NEEDS_NO_TOKEN) guard.checkToken(headers)
      if (operation.body === undefined && Number(headers['content-length']) > 0)
        throw new Problem('invalid_body', `${operation.id} takes no body: leave it out`)
      const body = operation.body && (await readBody(ctx, operation.maxBodyBytes ?? api.maxBodyBytes))
      const input = readInput(operation, { path: ctx.params, query: ctx.querystring, headers, body })
      const type = chooseType(operation, ctx)
      const { world } = ctx.params
      const url = originOf(ctx) + api.basePath
      send(ctx, operation, type, await call({ ...input, parts, world, api, url, whenGone: () => whenGone(ctx) }))
    }
  }

  return async (ctx) => {
    ctx.set(HEADERS)
    guard.checkOrigin(ctx.req.headers)
    const { api, routes } = await load()
    // The base path itself is the path `/` of the document.
    if (ctx.path === api.basePath) ctx.path += '/'
    await routes(ctx, async () => {
      guard.checkToken(ctx.req.headers)
      refuseUnknown(ctx, api)
    })
  }
}

function whenGone({ req: { socket }, res }: Context): Promise<void> {
  return new Promise((resolve) => {
    const leave = () => {
      socket.off('end', leave)
      resolve()
    }
    socket.once('end', leave)
    res.once('close', leave)
    if (socket.readableEnded || res.closed) leave()
  })
}

function refuseUnknown(ctx: Context, { basePath, operations }: Contract): never {
  const shown = ctx.path.slice(0, BOUNDS.shownPath)
  const data = ctx.method === 'GET' && /^.*\/data(?=\/)/.exec(shown)?.[0]
  refuseMethod(ctx, shown, [], data ? `: GET ${data} gives all items` : '')
  const paths = operations.map(({ path }) => path)
  const near = findNearPath(shown, paths)
  const hint = near === undefined ? `GET ${basePath} lists its calls` : `did you mean ${near}?`
  throw new Problem('not_found', `the control API has no ${shown}: ${hint}`)
}

const HOW_TO_NAME_A_WORLD = ': write it into the path, as in /_sandbox/worlds/w1/requests'

/** Throws a Problem for everything that the document does not allow. */
function readInput(operation: Operation, sent: SentRequest): Input {
  const { world = 'default' } = sent.path
  if (!isWorldName(world)) throw new Problem('not_found', `there is no such world: ${describeNoWorld(world)}`)
  // All bodies of this API are JSON. Tools declare other types by default.
  const headers = { ...sent.headers, 'content-type': 'application/json' }
  const { input, violations, unknown } = readRequest(operation, { ...sent, headers })
  // The document itself finds unknown fields of a body.
  const unknownParameters = unknown
    .filter((one) => one.in !== 'body')
    .map(({ words, place, hint }) => `the ${words} is not known${place === 'world' ? HOW_TO_NAME_A_WORLD : hint}`)
  const sentences = [...new Set([...refusalMessages(violations), ...unknownParameters])]
  if (sentences.length > 0) throw new Problem(violations[0]?.code ?? 'invalid_parameter', joinSentences(sentences))
  return input
}

/** Rejects when the body is too large, or when the client leaves before its end. */
async function readBody({ req, res }: Pick<Context, 'req' | 'res'>, maxBytes: number): Promise<Uint8Array> {
  if (isExpecting(req)) res.writeContinue()
  const { bytes, isLeft } = await receiveBody(req, maxBytes)
  if (bytes === undefined)
    throw new Problem('payload_too_large', `the body is larger than ${maxBytes} bytes: send less`, {
      headers: isLeft ? { Connection: 'close' } : {},
    })
  return bytes
}
