// What a deprecated operation means for its calls: replies announce since when it is deprecated (RFC 9745), when it will be removed
// (RFC 8594), and its successor. After the removal date, by the clock of the world, calls are refused.

import type { Draft } from '../../contract/reply.ts'
import { operationRemoved } from '../../ground/refusals.ts'
import { addAssumed } from '../../record/exchange.ts'
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

export function deprecationHeaders({ operation, exchange }: RequestContext, { headers }: Draft): void {
  if (operation?.deprecation === undefined) return
  const { deprecation } = operation
  const { origin, prefix } = exchange.request
  const successor = deprecation.successor === undefined ? '' : `<${origin}${prefix}${deprecation.successor}>; rel="successor-version", `
  const links = `${successor}<${origin}/docs#${operation.id}>; rel="deprecation"; type="text/html"`
  for (const name in deprecation.headers) headers[name] = deprecation.headers[name] ?? ''
  headers.Link = headers.Link === undefined ? links : `${headers.Link}, ${links}`
  for (const id of deprecation.assumed) addAssumed(exchange, id)
}
