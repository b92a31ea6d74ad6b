// Answers a call of an operation with its handler, else with an example or a value that is made from the contract. Waits for the store
// only when data was changed.

import type { Reply } from '../../contract/reply.ts'
import type { RequestRecord } from '../../ground/generated/control.ts'
import type { Call, Handler } from '../../worlds/handler.ts'
import { carryOutOnce } from './idempotency.ts'
import type { Answer } from './parts.ts'

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
    const carriedOut = (reply: Reply) => {
      context.produced = reply.body
      // A repeated request gets the reply of the first one.
      exchange.carriedOut = reply.causeParameters?.repeats === undefined
      return reply
    }
    const reply = data.writes.carryOut(() => carryOutOnce(context, () => handle(call, data)))
    return reply instanceof Promise ? reply.then(carriedOut) : carriedOut(reply)
  },
}

function linkTo({ origin, prefix, path }: RequestRecord, query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `${origin}${prefix}${path}?${parameters.join('&')}`
}

export const generated: Answer = {
  name: 'generated',
  asks: 'Is there an example?',
  passes: () => 'none',
  answers: ({ operation }) => `answered: ${operation}`,
  give: ({ operation }, { generate }) => operation && generate(operation, {}),
}
