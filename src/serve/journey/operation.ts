// Answers a call of an operation: refuses it after its removal date, by the clock of the world, or asks its handler, or makes a reply from
// the contract. Waits for the store only while a change is not stored. With the choice `honoured` of `idempotency`, a repeated request gets
// the reply of the first one.

import type { RequestRecord } from '../../ground/generated/control.ts'
import { operationRemoved } from '../../ground/refusals.ts'
import type { Call, Handler } from '../../worlds/handler.ts'
import { carryOutOnce } from '../../worlds/kept-replies.ts'
import type { Answer } from './parts.ts'

export const removed: Answer = {
  name: 'removed',
  asks: 'Was the operation removed?',
  passes: () => 'no',
  answers: () => 'refused: the operation was removed',
  give({ operation, exchange: { arrived } }) {
    if (operation?.deprecation?.sunset !== undefined && arrived.world >= operation.deprecation.sunset) throw operationRemoved(operation)
  },
}

export const handler: Answer = {
  name: 'handler',
  asks: 'Is there a handler?',
  passes: () => 'none',
  answers: ({ operation }) => `answered: ${operation}`,
  give(context, { handlers }) {
    const { request, operation, input, world, exchange, choices, session } = context
    if (operation === undefined || input === undefined || !Object.hasOwn(handlers, operation.id)) return undefined
    const handle = handlers[operation.id] as Handler
    const { data } = world
    const { path, query, body } = input
    const call: Call = { path, query, body, choices, random: session.random, linkTo: (query) => linkTo(exchange.request, query) }
    const work = () => ({ ...handle(call, data), isCarriedOut: true })
    const key = request.headers['idempotency-key']
    if (choices.idempotency !== 'honoured' || typeof key !== 'string' || !operation.respondsWith(409)) return data.writes.carryOut(work)
    const keyed = { id: exchange.id, key, operation: operation.id, path, body }
    return data.writes.carryOut(() => carryOutOnce(data, keyed, exchange.arrived.world, work))
  },
}

function linkTo({ origin, prefix, path }: RequestRecord, query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `${origin}${prefix}${path}?${parameters.join('&')}`
}

export const generated: Answer = {
  name: 'generated',
  asks: 'Is there an example?',
  answers: ({ operation }) => `answered: ${operation}`,
  give: ({ operation }, { generate }) => operation && generate(operation, {}),
}
