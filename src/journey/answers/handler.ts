// Carries out the operation: plain data in, plain data out. The one thing awaited is the store, and only when
// the handler changed something.

import type { Exchange, Reply } from '../../exchange.ts'
import type { Data } from '../../worlds/data.ts'

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
  return function handler(exchange: Exchange): Reply | Promise<Reply> | undefined {
    const { operation, input, world, request } = exchange
    if (operation === undefined || !Object.hasOwn(handlers, operation.id)) return
    const handle = handlers[operation.id] as Handler
    const { data } = world
    const before = data.changes
    const reply = handle({ ...input, body: input.body, linkTo: (query) => linkTo(request, query) }, data)
    exchange.carriedOut = true
    exchange.produced = reply.body
    if (data.changes === before) return reply
    return data.commit().then(
      () => reply,
      (error) => {
        exchange.carriedOut = false
        throw error
      },
    )
  }
}

function linkTo({ origin, prefix, path }: Exchange['request'], query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))
  return `${origin}${prefix}${path}?${parameters}`
}
