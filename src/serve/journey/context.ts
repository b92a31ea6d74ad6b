// A request context: an exchange on its way through the journey, and the live objects that the journey needs. arrive() reads the head,
// which names the world. createContext() runs in this world. The context ends with the reply, and only the exchange is kept.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '../../contract/operations.ts'
import type { Input } from '../../contract/read-request.ts'
import type { RequestRecord } from '../../ground/generated/control.ts'
import type { PlainProblem } from '../../ground/refusals.ts'
import { remember } from '../../ground/remember.ts'
import { hasBody, type ReceivedBody } from '../../ground/sockets/receive-body.ts'
import { addWarning } from '../../record/exchange.ts'
import { hideInTarget, Secrets } from '../../record/secrets.ts'
import type { Scene, Tools } from '../../scenarios/effect.ts'
import type { TakenStep } from '../../scenarios/player.ts'
import type { Asked } from '../../scenarios/scenario.ts'
import type { Switches } from '../../scenarios/switches.ts'
import { machineClock } from '../../worlds/clock.ts'
import type { Keys } from '../../worlds/keys.ts'
import type { World } from '../../worlds/world.ts'
import { arrivals, type Connections, type OpenConnection } from './connections.ts'
import { type Context, findMessageProblem, originOf, readTarget, type Target } from './message.ts'

export interface RequestContext extends Scene {
  readonly koa: Context
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What the switches of the base URL ask for. */
  readonly byUrl: Asked
  readonly head: Head
  /** The target as it was sent. In the record, secrets are hidden. */
  readonly target: Target
  /** Hides the secrets of the request in its record. */
  readonly secrets: Secrets
  /** A refusal that a note found. The answer of this name gives it. */
  refusal?: { readonly by: 'http' | 'credentials' | 'ban' | 'rate-limit' | 'scenario'; readonly problem: PlainProblem }
  /** Only scenario.ts writes it. */
  play?: Play
  /** Absent when the request has none. Only the note `readBody` writes it. */
  body?: ReceivedBody
  /** Only the note `checkRequest` writes it. */
  input?: Input
  produced?: unknown
}

/** The steps that took the call, and the tools that they share. */
export interface Play extends Tools {
  readonly taken: TakenStep[]
}

/** Whether a target has no secret. Clients send the same targets again and again, and the search takes 1.5 µs. */
const isSafeTarget = remember((sent) => hideInTarget(sent) === sent, Boolean)

type Head = ReturnType<typeof createHead>

/** The last head of a connection, unless it had a secret. Most clients send the same headers again and again. */
const heads = new WeakMap<OpenConnection, Head>()

/** Node.js takes the first of several. Two Hosts are refused. */
const SINGLE = ['Authorization', 'Content-Type']

/** The head of a request, without its target. */
function createHead(koa: Context, headers: readonly string[], keys: Keys) {
  const { req: request } = koa
  const { authorization } = request.headers
  const { caller, world } = keys.identify(authorization)
  return {
    httpVersion: request.httpVersion,
    /** The refusal of the version or of a header. */
    problem: findMessageProblem(request),
    /** As the record has them: names and values in turn. */
    headers,
    /** A header that was sent more than once. */
    repeated: SINGLE.find((name) => (request.headersDistinct[name.toLowerCase()]?.length ?? 0) > 1),
    origin: originOf(koa),
    caller,
    /** The world of the key. */
    world,
    /** Authorization has no key of this sandbox. */
    isForeign: authorization !== undefined && caller.refusal?.digest !== undefined && !keys.isOwn(authorization.trim()),
    hasBody: hasBody(request.headers),
  }
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  for (let at = 0; at < other.length; at += 1) if (one[at] !== other[at]) return false
  return one.length === other.length
}

export function createArrive(keys: Keys, switches: Switches, connections: Connections, run: string) {
  const isOwn = (token: string) => keys.isOwn(token)
  /** Shared by requests without a secret: their head is known, and they have neither a body nor the name of a test. */
  const none = new Secrets(isOwn)
  let count = 0

  /** `head` is shared with the requests of the connection that have the same headers. */
  return function arrive(koa: Context, operation: Operation | undefined) {
    const { req: request } = koa
    const { method = 'GET', httpVersion, rawHeaders } = request
    const { 'user-agent': userAgent, 'sandbox-case': testName } = request.headers
    const { target } = koa.state
    const { sent } = target
    count += 1
    const at = arrivals.get(request) ?? machineClock.moment()
    const connection = connections.of(request.socket)
    connection.uses += 1
    const before = heads.get(connection)
    const last = before?.httpVersion === httpVersion && areEqual(before.headers, rawHeaders) ? before : undefined
    const isKnown = last !== undefined && isSafeTarget(sent)
    const byUrl = switches.readPrefix(target.prefix)
    const isPlain = isKnown && !last.hasBody && testName === undefined && byUrl.testCase === undefined
    const secrets = isPlain ? none : new Secrets(isOwn)
    const { target: shown, headers } = isKnown ? { target: sent, headers: last.headers } : secrets.hideInHead(sent, rawHeaders)
    const head = last ?? createHead(koa, headers, keys)
    // A secret must not be kept after its request. `headers` is another list when a secret was hidden in it.
    if (headers === rawHeaders) heads.set(connection, head)
    const { prefix, rest: path, query } = shown === sent ? target : readTarget(shown)
    const record: RequestRecord = {
      method,
      target: shown,
      prefix,
      path,
      query,
      origin: head.origin,
      ...(userAgent !== undefined && { userAgent: secrets.hideInText(userAgent) }),
      headers,
    }
    // V8 caches the text of a number in a template, so it would outlive its request. It does not cache this text.
    const id = `req_${run}_${count.toFixed()}`
    return { koa, operation, number: count, id, at, connection, head, record, secrets, byUrl }
  }
}

/** Counts the request against the limits before anything else. */
export function createContext(arrival: ReturnType<ReturnType<typeof createArrive>>, world: World): RequestContext {
  const { koa, operation, number, id, at, connection, head, record, secrets, byUrl } = arrival
  const { req: request, res: response } = koa
  const { caller, isForeign } = head
  const { session } = world
  const { limits, choices } = session
  const from = request.socket.remoteAddress ?? ''
  const arrived = session.clock.moment(at.real, at.monotonic)
  const exchange: RequestContext['exchange'] = {
    number,
    id,
    arrived,
    connection: { id: connection.id, use: connection.uses, address: from },
    request: record,
    caller,
    world: world.name,
    session: session.number,
    revision: session.revision,
    count: caller.plan === undefined ? limits.countAddress(from, choices) : limits.count(caller.plan, arrived, choices),
    violations: [],
    warnings: [],
    answeredBy: 'gone',
    appliedSteps: [],
    causes: [],
    assumed: [],
    carriedOut: false,
    delivered: 'none',
    deliveredBytes: 0,
  }
  if (operation) exchange.operation = operation.id
  if (isForeign) addWarning(exchange, 'foreign_key', FOREIGN_KEY, { in: 'header', place: 'Authorization' })
  const { repeated } = head
  if (repeated !== undefined)
    addWarning(exchange, 'repeated_header', `${repeated} was sent more than once, and only the first one counts: send it once`, {
      in: 'header',
      place: repeated,
    })
  if (world.lost !== undefined) addWarning(exchange, 'session_lost', world.lost)
  world.lost = undefined
  const { world: ofKey = 'default' } = head
  if (byUrl.world !== undefined && ![byUrl.world, 'default'].includes(ofKey))
    addWarning(exchange, 'two_worlds', describeWorlds(world.name, ofKey))
  return { exchange, koa, request, response, world, session, operation, choices, byUrl, head, target: koa.state.target, secrets }
}

const FOREIGN_KEY = 'the Authorization header has no key of this sandbox; it may be a real key, so its value is not kept'
const describeWorlds = (used: string, other: string) =>
  `the base URL names the world ${used} and the key names the world ${other}: the request went to ${used}; leave one of them out`
