// Makes the record of a body: its beginning, as text if it is UTF-8, and the length of the whole body.

import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { BOUNDS } from '../ground/bounds.ts'
import type { Body } from '../ground/generated/control.ts'

export function recordBody(bytes: Buffer): Body {
  const body = recordBeginning(bytes, bytes.length)
  return bytes.length <= BOUNDS.recordedBytes ? body : { ...body, sha256: hash('sha256', bytes) }
}

/** Records a body of this length from its beginning. The hash of a long body is not known yet. */
export function recordBeginning(beginning: Buffer, bytes: number): Body {
  const kept = beginning.length > BOUNDS.recordedBytes ? beginning.subarray(0, endOfLetter(beginning, BOUNDS.recordedBytes)) : beginning
  return { ...(isUtf8(kept) ? { text: kept.toString() } : { base64: kept.toString('base64') }), bytes }
}

/** The last position up to `end` that does not cut a UTF-8 letter in two. */
function endOfLetter(bytes: Buffer, end: number): number {
  let at = end
  while (at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}
