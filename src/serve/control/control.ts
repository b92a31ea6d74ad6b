// The control API over HTTP. spec/control.yaml lists the calls, and is the only check of what a call takes. routes.ts names the work of a call.
// This file turns a request into values, and a value into a reply. Scenarios, limits and the journal do not apply to these
// calls.

import type { Context } from 'koa'
import type { Contract } from '../../contract/contract.ts'
import type { Found, Operation } from '../../contract/operations.ts'
import { type Input, readRequest, type SentRequest, type UnknownName } from '../../contract/read-request.ts'
import { findNearPath } from '../../ground/near-path.ts'
import { Problem } from '../../ground/problem.ts'
import type { WaitForBudget } from '../../ground/sockets/loop-budget.ts'
import { isExpecting, receiveBody } from '../../ground/sockets/receive-body.ts'
import { describeNoWorld, isWorldName } from '../../ground/world-name.ts'
import type { ControlParts } from './call.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import { chooseType, renderProblem, send } from './reply.ts'
import { routes } from './routes.ts'

export interface ControlOptions extends GuardOptions {
  readonly parts: ControlParts
  readonly scheme: string
  /** Bounds the bytes that one turn of the event loop works on. */
  readonly waitForBudget: WaitForBudget
  /** Receives a sentence about each failure of the sandbox. */
  readonly notify: (notice: string) => void
}

/** Answers a request for which the router has found this in the document of the control API. */
export type AnswerControl = (ctx: Context, api: Contract, found?: Found) => Promise<void>

/** This call needs no token, because supervisors of the process have none. */
const NEEDS_NO_TOKEN = 'getHealth'

export function createControl({ parts, scheme, notify, waitForBudget, ...guardOptions }: ControlOptions): AnswerControl {
  const guard = createGuard(guardOptions)

  async function answer(ctx: Context, api: Contract, found: Found | undefined): Promise<void> {
    const { headers } = ctx.req
    guard.checkOrigin(headers)
    if (!isOpen(found)) guard.checkToken(headers)
    const { operation, parameters } = refuseUnknown(found, ctx, api)
    const body = operation.body && (await readBody(ctx, operation.maxBodyBytes ?? api.maxBodyBytes, waitForBudget))
    const input = readInput(operation, { path: parameters, query: ctx.querystring, headers, body })
    const call = routes[operation.id]
    if (call === undefined) throw new Error(`routes.ts has no ${operation.id}`)
    const type = chooseType(operation, ctx)
    const { world } = parameters
    const url = `${scheme}://${ctx.host}${api.basePath}`
    send(ctx, operation, type, await call({ ...input, parts, world, api, url, whenGone: () => whenGone(ctx) }))
  }

  return async (ctx, api, found) => {
    ctx.set('Cache-Control', 'no-store')
    try {
      await answer(ctx, api, found)
    } catch (error) {
      // A client that left in the middle of its request gets no answer.
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

function refuseUnknown(
  found: Found | undefined,
  { path }: Context,
  { basePath, operations }: Contract,
): Extract<Found, { operation: unknown }> {
  if (found === undefined) {
    const shown = path.slice(0, MAX_SHOWN)
    const near = findNearPath(
      shown,
      operations.map((operation) => operation.path),
    )
    const hint = near === undefined ? `GET ${basePath} lists its calls` : `did you mean ${near}?`
    throw new Problem('not_found', `the control API has no ${shown}: ${hint}`)
  }
  if ('operation' in found) return found
  const allow = found.allow.join(', ')
  throw new Problem('method_not_allowed', `${path.slice(0, MAX_SHOWN)} takes ${allow} only`, { headers: { Allow: allow } })
}

const MAX_SHOWN = 200

/** The values of a request. Throws a Problem for everything that the document does not allow. */
function readInput(operation: Operation, sent: SentRequest): Input {
  const { world = 'default' } = sent.path
  if (!isWorldName(world)) throw new Problem('not_found', `there is no such world: ${describeNoWorld(world)}`)
  // All bodies of this API are JSON. Tools declare other types by default.
  const headers = { ...sent.headers, 'content-type': 'application/json' }
  const { input, violations, unknown } = readRequest(operation, { ...sent, headers })
  const [first] = violations
  const messages = violations.filter(({ code }) => code === first?.code).map(({ message }) => message)
  // The document itself finds unknown fields of a body.
  const unknownParameters = unknown.filter((one) => one.in !== 'body').map(describe)
  const sentences = [...new Set([...messages, ...unknownParameters])].slice(0, MAX_SENTENCES)
  if (sentences.length > 0) throw new Problem(first?.code ?? 'invalid_parameter', sentences.join('; '))
  return input
}

const MAX_SENTENCES = 5

const describe = ({ words, hint }: UnknownName) => `the ${words} is not known${hint}`

/** Throws a Problem when the body is too large. Rejects when the client leaves before the end of the body. */
async function readBody({ req, res }: Pick<Context, 'req' | 'res'>, maxBytes: number, waitForBudget: WaitForBudget): Promise<Uint8Array> {
  if (isExpecting(req)) res.writeContinue()
  const { bytes, isLeft } = await receiveBody(req, maxBytes)
  if (bytes === undefined)
    throw new Problem('payload_too_large', `the body is larger than ${maxBytes} bytes`, { headers: isLeft ? { Connection: 'close' } : {} })
  await waitForBudget(bytes.length)
  return bytes
}
