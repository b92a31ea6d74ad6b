// Reads the target of a request line: its path, the switches before the path, and its query.

import { hideInUrl } from '../exchange/find-secrets.ts'
import { splitPrefix } from '../scenarios/prefix.ts'

export interface Target {
  /** The target as it was sent. */
  readonly sent: string
  /** The whole path, with switches. */
  readonly path: string
  /** The part of the path with switches. Empty for most requests. */
  readonly prefix: string
  /** The path behind the switches. */
  readonly rest: string
  /** The query without the question mark. */
  readonly query: string
  /** The target has no secret, so it may be kept after its request. */
  readonly isSafe: boolean
}

/** Scheme and host of the absolute form (RFC 9112 §3.2.2) are dropped. */
export function readTarget(sent: string): Target {
  const relative = sent.startsWith('/') ? sent : sent.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  const query = mark === -1 ? '' : relative.slice(mark + 1)
  return { sent, path, ...splitPrefix(path), query, isSafe: hideInUrl(sent, () => '[redacted]') === sent }
}
