// Carries out the operation: plain data in, plain data out. The one thing awaited is the store, and only when
// the handler changed something.

import type { RequestRecord } from '../../record/exchange.ts'
import type { Reply } from '../../replies/reply.ts'
import type { Data } from '../../worlds/data.ts'
import type { Visit } from '../visit.ts'

/** What a handler is called with: values as the contract types them, defaults filled in. */
export interface Call {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** The absolute URL of this call with another query; keeps what stands before the base path. */
  readonly linkTo: (query: Readonly<Record<string, unknown>>) => string
}

/** Carries out one operation on a world's data. Throws a Problem for what the world does not have. */
export type Handler = (call: Call, data: Data) => Reply

export function handler({ handlers }: { handlers: Readonly<Record<string, Handler>> }) {
  return function handler(visit: Visit): Reply | Promise<Reply> | undefined {
    const { operation, input, world, exchange } = visit
    if (operation === undefined || !Object.hasOwn(handlers, operation.id)) return
    const handle = handlers[operation.id] as Handler
    const { data } = world
    const before = data.changes
    const { path, query, body } = input
    const reply = handle({ path, query, body, linkTo: (query) => linkTo(exchange.request, query) }, data)
    visit.produced = reply.body
    if (data.changes === before) {
      exchange.carriedOut = true
      return reply
    }
    return data.commit().then(() => {
      exchange.carriedOut = true
      return reply
    })
  }
}

function linkTo({ origin, prefix, path }: RequestRecord, query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `${origin}${prefix}${path}?${parameters.join('&')}`
}
