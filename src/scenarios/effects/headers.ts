// Adds or changes headers of any reply. The value null removes a header.

import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Draft } from '../../contract/reply.ts'
import { messageOf } from '../../ground/problem.ts'
import type { Effect } from '../effect.ts'

type Changes = Readonly<Record<string, string | number | null>>

export const headers: Effect<'headers'> = {
  check: (settings) => findViolation(settings.headers),
  finish(settings, draft) {
    setHeaders(draft, settings.headers)
  },
}

/** Header names with different capital letters are the same header. */
export function setHeaders({ headers }: Draft, changes: Changes): void {
  for (const [name, value] of Object.entries(changes)) {
    const known = Object.keys(headers).find((header) => header.toLowerCase() === name.toLowerCase())
    if (known !== undefined) delete headers[known]
    if (value !== null) headers[known ?? name] = String(value)
  }
}

/** Headers that frame the reply. Another value would break the reply by accident; faults break replies on purpose. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade'])

/** A sentence about the first header that HTTP or the sandbox forbids. */
export function findViolation(changes: Changes): string | undefined {
  for (const [name, value] of Object.entries(changes)) {
    if (FRAMING.has(name.toLowerCase())) return `the header ${name} is set by the sandbox alone: to break a reply, use fault`
    try {
      validateHeaderName(name)
      validateHeaderValue(name, String(value))
    } catch (error) {
      return `the header ${JSON.stringify(name)} cannot be sent: ${messageOf(error)}`
    }
  }
}
