// When an operation is deprecated, when it is removed, and what replaces it.

import { assumptionsOf } from './assumptions.ts'
import { METHODS, type Node, type OpenApi } from './document.ts'

/** Points in time are milliseconds since 1970. */
export interface Deprecation {
  readonly sunset?: number
  /** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). A header is missing when its date is not known. */
  readonly headers: Readonly<Record<string, string>>
  /** The path of the operation that replaces this one, as the contract writes it. */
  readonly successor?: string
  readonly assumed: readonly string[]
}

export function readDeprecation(document: OpenApi, node: Node, basePath: string): Deprecation {
  const since = Date.parse(String(node['x-deprecated']))
  const sunset = Date.parse(String(node['x-sunset']))
  const successor = Object.entries(document.paths).find(([, item]) =>
    METHODS.some((method) => (item[method] as Node | undefined)?.operationId === node['x-successor']),
  )
  return {
    assumed: assumptionsOf(node, 'x-deprecated'),
    headers: {
      ...(Number.isNaN(since) ? {} : { Deprecation: `@${Math.floor(since / 1000)}` }),
      ...(Number.isNaN(sunset) ? {} : { Sunset: new Date(sunset).toUTCString() }),
    },
    ...(Number.isNaN(sunset) ? {} : { sunset }),
    ...(node['x-successor'] === undefined || successor === undefined ? {} : { successor: basePath + successor[0] }),
  }
}
