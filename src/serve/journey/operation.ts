// Answers a call of an operation: with a refusal after its removal date, by the clock of the world, else with its handler, else with an
// example or a value that is made from the contract. Waits for the store only when data was changed. With the choice `honoured` of
// `idempotency`, a repeated request gets the reply of the first one.

import type { Reply } from '../../contract/reply.ts'
import type { RequestRecord } from '../../ground/generated/control.ts'
import { Problem } from '../../ground/problem.ts'
import { operationRemoved } from '../../ground/refusals.ts'
import type { Call, Handler } from '../../worlds/handler.ts'
import { findKeptReply, keepReply } from '../../worlds/kept-replies.ts'
import type { RequestContext } from './context.ts'
import type { Answer } from './parts.ts'

export const removed: Answer = {
  name: 'removed',
  asks: 'Was the operation removed?',
  passes: () => 'no',
  answers: () => 'refused: the operation was removed',
  give({ operation, exchange: { arrived } }) {
    if (operation?.deprecation?.sunset !== undefined && arrived.world >= operation.deprecation.sunset) throw operationRemoved(operation)
    return undefined
  },
}

export const handler: Answer = {
  name: 'handler',
  asks: 'Is there a handler?',
  passes: () => 'none',
  answers: ({ operation }) => `answered: ${operation}`,
  give(context, { handlers }) {
    const { operation, input, world, exchange, choices, session } = context
    if (operation === undefined || input === undefined || !Object.hasOwn(handlers, operation.id)) return undefined
    const handle = handlers[operation.id] as Handler
    const { data } = world
    const { path, query, body } = input
    const call: Call = { path, query, body, choices, random: session.random, linkTo: (query) => linkTo(exchange.request, query) }
    const work = () => ({ ...handle(call, data), isCarriedOut: true })
    return data.writes.carryOut(choices.idempotency === 'honoured' ? () => carryOutOnce(context, work) : work)
  },
}

function linkTo({ origin, prefix, path }: RequestRecord, query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `${origin}${prefix}${path}?${parameters.join('&')}`
}

/** Carries out the operation, or gives the reply that was kept for its key. Only the replies of successful changes are kept. */
function carryOutOnce(context: RequestContext, carryOut: () => Reply): Reply {
  const { request, operation, input, world, exchange } = context
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || operation?.method === 'GET') return carryOut()
  const keyed = { id: exchange.id, key, operation: String(operation?.id), body: input?.body }
  const now = exchange.arrived.world
  const kept = findKeptReply(world.data, keyed, now)
  if (kept?.isSame) return kept.reply
  if (kept) throw new Problem('idempotency_conflict', CONFLICT, { assumed: ['idempotency'] })
  const reply = carryOut()
  if (reply.status < 300) keepReply(world.data, keyed, reply, now)
  return reply
}

const CONFLICT = 'This Idempotency-Key was sent with another request before: take a new key for each new request'

export const generated: Answer = {
  name: 'generated',
  asks: 'Is there an example?',
  passes: () => 'none',
  answers: ({ operation }) => `answered: ${operation}`,
  give: ({ operation }, { generate }) => operation && generate(operation, {}),
}
