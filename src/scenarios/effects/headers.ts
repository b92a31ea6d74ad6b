// Adds, changes or, with null, removes headers of whatever reply is given.

import { validateHeaderName, validateHeaderValue } from 'node:http'
import { messageOf } from '../../replies/problem.ts'
import type { Draft } from '../../replies/reply.ts'
import type { Effect } from '../effect.ts'

type Changes = Readonly<Record<string, string | number | null>>

export const headers: Effect<{ headers: Changes }> = {
  fields: ['headers'],
  check: (settings) => findFault(settings.headers),
  finish(settings, draft) {
    setHeaders(draft, settings.headers)
    return true
  },
}

/** Names of headers are the same in any case. */
export function setHeaders({ headers }: Draft, changes: Changes): void {
  for (const [name, value] of Object.entries(changes)) {
    const known = Object.keys(headers).find((header) => header.toLowerCase() === name.toLowerCase())
    if (known !== undefined) delete headers[known]
    if (value !== null) headers[known ?? name] = String(value)
  }
}

/** Headers that say how the reply is framed: another value would break it unasked. Faults do that. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade'])

/** What HTTP does not allow of these headers; undefined when all may be sent. */
export function findFault(changes: Changes): string | undefined {
  for (const [name, value] of Object.entries(changes)) {
    if (FRAMING.has(name.toLowerCase())) return `the header ${name} is the sandbox's own: fault breaks a reply`
    try {
      validateHeaderName(name)
      validateHeaderValue(name, String(value))
    } catch (error) {
      return `the header ${JSON.stringify(name)} cannot be sent: ${messageOf(error)}`
    }
  }
}
