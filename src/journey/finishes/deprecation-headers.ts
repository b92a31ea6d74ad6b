// Announces the deprecation of the operation: since when (RFC 9745), until when (RFC 8594), and what replaces it.

import type { Exchange } from '../../exchange.ts'

export function deprecationHeaders() {
  return function deprecationHeaders({ operation, request, headers, assumed }: Exchange): void {
    if (operation?.deprecation === undefined) return
    const { successor, assumed: rests } = operation.deprecation
    Object.assign(headers, operation.deprecation.headers)
    const links = [`<${request.origin}/docs>; rel="deprecation"; type="text/html"`]
    if (successor !== undefined) links.unshift(`<${request.origin}${request.prefix}${successor}>; rel="successor-version"`)
    headers.Link = [headers.Link, ...links].filter(Boolean).join(', ')
    for (const id of rests) assumed.add(id)
  }
}
