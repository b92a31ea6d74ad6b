// Adds, changes or, with null, removes headers of whatever reply is given.

import type { Exchange } from '../../exchange.ts'
import type { Effect } from '../effect.ts'

export const headers: Effect = {
  finish(value, exchange) {
    setHeaders(exchange, value as Record<string, string | number | null>)
  },
}

/** Names of headers are the same in any case. */
export function setHeaders({ headers }: Exchange, changes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(changes)) {
    const known = Object.keys(headers).find((header) => header.toLowerCase() === name.toLowerCase())
    if (known !== undefined) delete headers[known]
    if (value !== null) headers[known ?? name] = String(value)
  }
}
