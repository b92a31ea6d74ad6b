// Announces the deprecation of the operation: since when (RFC 9745), until when (RFC 8594), and what replaces it.

import type { Draft } from '../../reply.ts'
import { addAssumed } from '../add-assumed.ts'
import type { Visit } from '../visit.ts'

export function deprecationHeaders() {
  return function deprecationHeaders({ operation, exchange }: Visit, { headers }: Draft): void {
    if (operation?.deprecation === undefined) return
    const { successor, assumed } = operation.deprecation
    const { origin, prefix } = exchange.request
    Object.assign(headers, operation.deprecation.headers)
    const links = [`<${origin}/docs>; rel="deprecation"; type="text/html"`]
    if (successor !== undefined) links.unshift(`<${origin}${prefix}${successor}>; rel="successor-version"`)
    if (headers.Link !== undefined) links.unshift(headers.Link)
    headers.Link = links.join(', ')
    for (const id of assumed) addAssumed(exchange, id)
  }
}
